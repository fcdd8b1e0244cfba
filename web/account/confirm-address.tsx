import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { announceRenewal } from '#web/shell/belongings.ts'
import { homeOf } from '#web/shell/guards.ts'
import { renewSession, session, useSession } from '#web/shell/session.ts'
import { AccountPage } from './AccountPage.tsx'
import { useSendLink } from './useSendLink.ts'

/** Confirms the address of the account that the followed link is about; returns why not where it is refused. */
export async function loader({ params }: LoaderFunctionArgs): Promise<{ refused?: string }> {
  const { user } = await session()
  const ownLink = user && params.token!.startsWith(`${user.id}.`)
  if (ownLink && user.proven) return {}
  try {
    await call('proveAddress', { body: { token: params.token! } })
  } catch (error) {
    if (error instanceof HttpError && (error.status === 409 || error.status === 400)) return { refused: error.message }
    throw error
  }
  await renewSession()
  announceRenewal()
  return {}
}

/** Behind the link of a mail: the address is confirmed by its being followed, in the account that it is about. */
export function Component() {
  const { refused } = useLoaderData<typeof loader>()
  const { user } = useSession()
  const { send, pending } = useSendLink()
  if (!user) return null
  const sentence =
    refused === undefined
      ? { title: 'Thank you.', next: 'Your email address is confirmed.' }
      : { title: 'This link doesn’t work.', next: !user.proven && 'Ask for a new one below.' }
  return (
    <AccountPage head={{ title: 'Confirm your email address', noindex: true }} {...sentence}>
      <p role="status">
        {refused ?? `What you sent us earlier from ${user.email} is now in your account.`}
        {refused !== undefined && ` You’re logged in as ${user.email}.`}
      </p>
      <div className="account-acts">
        {refused !== undefined && !user.proven && (
          <Button pending={pending} onClick={send}>
            Send me a new link
          </Button>
        )}
        <p>
          <Link to={homeOf(user)}>Go to your {user.admin ? 'orders' : 'dashboard'}</Link>
        </p>
      </div>
    </AccountPage>
  )
}
