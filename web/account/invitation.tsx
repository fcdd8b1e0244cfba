import { Link, type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator } from 'react-router-dom'
import { acceptanceInput } from '#domain/account/accept-invitation.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { homeOf } from '#web/shell/guards.ts'
import { Head } from '#web/shell/Head.tsx'
import { logOut, useSession } from '#web/shell/session.ts'
import { AccountPage } from './AccountPage.tsx'
import { NewPassword, PersonFields } from './PersonFields.tsx'
import { useAccountForm } from './useAccountForm.ts'

type Invitation = AnswerOf<Contract['getInvitation']>

/** The invitation that the link opens; none when it opens nothing any more. */
export const loader = ({ params }: LoaderFunctionArgs): Promise<Invitation | null> =>
  call('getInvitation', { query: { token: params.token! } }).catch((error) => {
    if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return null
    throw error
  })

/** Behind the link of an invitation: its reader makes their account, as an admin or as a client. */
export function Component() {
  const { token } = useParams()
  const invitation = useLoaderData<typeof loader>()
  const { user } = useSession()
  const { submit, correct, field, pending } = useAccountForm(acceptanceInput, 'acceptInvitation')
  if (!invitation) {
    return (
      <Page>
        <Head noindex />
        <PageTitle
          title="This invitation has expired or was already used."
          next={user ? 'If it’s for another account, please ask for a new one.' : 'Please ask for a new one.'}
        />
        <Row>
          {user ? (
            <>
              You’re logged in as {user.name}.{' '}
              <Link to={homeOf(user)}>Go to your {user.admin ? 'orders' : 'dashboard'}</Link>
            </>
          ) : (
            <>
              Already have an account? <Link to="/login">Login</Link>
            </>
          )}
        </Row>
      </Page>
    )
  }
  const { role, email } = invitation
  const title = role === 'client' ? 'You’re invited to start a project with us.' : 'You’re invited to join as an admin.'
  const head = { noindex: true }
  if (user) {
    return (
      <AccountPage head={head} title={title} next="Log out to accept.">
        <p>
          You’re logged in as {user.name}. The invitation is for {email}.
        </p>
        <LogOutHere />
      </AccountPage>
    )
  }
  return (
    <AccountPage head={head} title={title} next="Create your account.">
      <Form label="Invitation" onSubmit={(entries) => submit({ ...entries, token: token! })} onInput={correct}>
        <PersonFields field={(name) => ({ ...field(name), defaultValue: invitation[name] })} />
        <NewPassword label="Password" {...field('password')} />
        <div className="account-acts">
          <Button pending={pending}>Create my account</Button>
          <p>You’ll log in with {email}.</p>
        </div>
      </Form>
    </AccountPage>
  )
}

/** Ends the session of who is logged in, and stays: the form comes in its place. */
function LogOutHere() {
  const { revalidate } = useRevalidator()
  const { mutate, pending } = useMutation()
  const press = () =>
    mutate(async () => {
      await logOut()
      await revalidate()
    })
  return (
    <div className="account-acts">
      <Button pending={pending} onClick={press}>
        Log out
      </Button>
    </div>
  )
}
