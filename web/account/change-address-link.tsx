import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { announceRenewal } from '#web/shell/belongings.ts'
import { renewSession } from '#web/shell/session.ts'
import { AccountPage } from './AccountPage.tsx'

/** The links of the two mails about a change of address: to the new one, which does it, and to the old one, which undoes it. */
const links = {
  'change-address': {
    name: 'changeAddress',
    title: 'Confirm your new email address.',
    next: 'You’ll log in with it from now on.',
    button: 'Confirm email address',
    after: { to: '/settings', label: 'Go to your settings' },
  },
  'undo-address-change': {
    name: 'undoAddressChange',
    title: 'Didn’t change your email address?',
    next: 'Undo the change and log out on every device.',
    button: 'Undo the change',
    after: { to: '/forgot-password', label: 'Choose a new password' },
  },
} as const

/** Behind either link: nothing happens before the button, since programs that check mails open links too. */
export function Component() {
  const { token } = useParams()
  const { pathname } = useLocation()
  const { name, title, next, button, after } = links[pathname.split('/')[1] as keyof typeof links]
  const [outcome, setOutcome] = useState<{
    title: string
    message: string
    done: boolean
    other?: string | undefined
  }>()
  const { mutate, pending } = useMutation()
  const act = () =>
    mutate(async (keyFor) => {
      const body = { token: token! }
      try {
        const { message } = await call(name, { body, key: keyFor(body) })
        const { user } = await renewSession()
        announceRenewal()
        const isOther = user && !body.token.startsWith(`${user.id}.`)
        setOutcome({ title: 'Done.', message, done: true, other: isOther ? user.email : undefined })
        return true
      } catch (error) {
        if (!(error instanceof HttpError) || ![400, 409].includes(error.status)) throw error
        setOutcome({ title: 'Nothing has changed.', message: error.message, done: false })
        return false
      }
    })
  return (
    <AccountPage
      head={{ title: 'Email address', noindex: true }}
      title={outcome?.title ?? title}
      next={!outcome && next}
    >
      <p role="status">{outcome?.message}</p>
      <div className="account-acts">
        {!outcome && (
          <Button pending={pending} onClick={act}>
            {button}
          </Button>
        )}
        {outcome?.done && (
          <p>
            {outcome.other === undefined ? (
              <Link to={after.to}>{after.label}</Link>
            ) : (
              `Here you’re logged in to another account: ${outcome.other}.`
            )}
          </p>
        )}
      </div>
    </AccountPage>
  )
}
