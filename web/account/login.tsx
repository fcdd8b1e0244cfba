import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { credentials } from '#domain/account/log-in.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { isHeld } from '#web/shell/belongings.ts'
import { AccountPage } from './AccountPage.tsx'
import { CodeField } from './CodeField.tsx'
import { ConfirmDevice } from './ConfirmDevice.tsx'
import { useAccountForm } from './useAccountForm.ts'

const head = { title: 'Login', description: 'Log in to follow your project: steps, designs, files and messages.' }

type Known = { email: string; password: string }

/**
 * The login: email and password, and then the code, where the account has a second factor. After too many tries the
 * device is confirmed by a mail, and it begins again.
 */
export function Component() {
  // Never further than this page: a reload begins again.
  const [known, setKnown] = useState<Known>()
  const [email, setEmail] = useState('')
  const [isLimited, setLimited] = useState(false)
  const beginAgain = () => {
    setKnown(undefined)
    setLimited(false)
  }
  const confirm = ({ email }: { email: string }) => {
    setEmail(email)
    setLimited(true)
  }
  if (isLimited) return <ConfirmDevice email={email} onConfirmed={beginAgain} onBack={beginAgain} />
  if (known) return <SecondStep known={known} onBack={beginAgain} onTooMany={() => confirm(known)} />
  return <FirstStep email={email} onKnown={setKnown} onTooMany={confirm} />
}

type FirstStepProps = { email: string; onKnown(known: Known): void; onTooMany(known: Known): void }

function FirstStep({ email, onKnown, onTooMany }: FirstStepProps) {
  const { submit, correct, field, pending } = useAccountForm(credentials, 'login', {
    // Whichever of the two is wrong: it is not said.
    beside: { 401: 'password', 403: 'password', 409: 'password' },
    onTooMany,
    goesOn({ secondFactor = false }, data) {
      if (secondFactor) onKnown(data)
      return secondFactor
    },
  })
  const { state } = useLocation()
  const [isOver, setOver] = useState(false)
  // The HTML of the server is the same for all. A password that was reset here has ended the session in sight.
  useEffect(() => setOver(isHeld() && !state?.endedHere), [state])
  return (
    <AccountPage
      head={head}
      eyebrow={isOver ? 'You were logged out.' : undefined}
      title="Welcome back."
      next="Log in to see your projects."
    >
      <Form label="Login" onSubmit={submit} onInput={correct}>
        <Field {...field('email')} label="Email" type="email" autoComplete="username" defaultValue={email} required />
        <PasswordField label="Password" {...field('password')} />
        <div className="account-acts">
          <Button pending={pending}>Login</Button>
          <p>
            New here? <Link to="/register">Register now</Link>
          </p>
          <p>
            <Link to="/forgot-password">Forgot password?</Link>
          </p>
        </div>
      </Form>
    </AccountPage>
  )
}

const withCode = credentials.required({ code: true })

type SecondStepProps = { known: Known; onBack(): void; onTooMany(): void }

function SecondStep({ known, onBack, onTooMany }: SecondStepProps) {
  const form = useAccountForm(withCode, 'login', { onTooMany })
  const { submit, correct, pending } = form
  return (
    <AccountPage head={head} title="One more step." next="Enter the code from your authenticator app.">
      <Form label="Two-step verification" onSubmit={({ code }) => submit({ ...known, code: code! })} onInput={correct}>
        <CodeField form={form} autoFocus />
        <div className="account-acts">
          <Button pending={pending}>Login</Button>
          <p>
            <button type="button" className="quiet target ink-2 underline" onClick={onBack}>
              Use another account
            </button>
          </p>
        </div>
      </Form>
      <p className="mt-5 meta">No app and no recovery code? Contact us and we’ll turn this step off for you.</p>
    </AccountPage>
  )
}
