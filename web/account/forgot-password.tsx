import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { newPassword } from '#domain/account/change-password.ts'
import { resetRequest } from '#domain/account/request-password-reset.ts'
import { enteredCode } from '#domain/account/try-reset-code.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { sessionStore, shapeOf } from '#web/kit/storage.ts'
import { toast } from '#web/kit/toast.ts'
import { useChange } from '#web/kit/useChange.ts'
import { useForm } from '#web/kit/useForm.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import { renewSession } from '#web/shell/session.ts'
import { AccountPage } from './AccountPage.tsx'
import { ConfirmDevice } from './ConfirmDevice.tsx'
import { NewPassword } from './PersonFields.tsx'

const titles = {
  email: { title: 'Forgot your password?', next: 'We’ll email you a one-time code.' },
  code: { title: 'Check your email.', next: 'If you have an account, we’ve sent a 6-digit OTP.' },
  password: { title: 'OTP accepted.', next: 'Choose a new password.' },
}
const steps = Object.keys(titles)

/** A new password in three steps: an address, the code that arrives there, the password. */
export function Component() {
  const { reset, goTo } = useReset()
  const { step, email } = reset
  const form = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  /** The address for which too much was tried, and whether this device is being confirmed for it. */
  const [limited, setLimited] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)

  // Another step has come where the focus was: it goes on with the first field, and with no tries.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    setLimited(undefined)
    form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [step])

  if (limited !== undefined && isConfirming) {
    const goOn = () => {
      goTo({ step: 'email', email: limited })
      setLimited(undefined)
      setConfirming(false)
    }
    return <ConfirmDevice email={limited} onConfirmed={goOn} onBack={() => setConfirming(false)} />
  }
  return (
    <AccountPage
      head={{ title: 'Forgot password', noindex: true }}
      {...titles[step]}
      eyebrow={`Step ${steps.indexOf(step) + 1} of ${steps.length}`}
    >
      <div ref={form}>
        {step === 'email' && (
          <AskForCode email={email} onSent={(email) => goTo({ step: 'code', email })} onTooMany={setLimited} />
        )}
        {step === 'code' && (
          <EnterCode
            email={email}
            onMatched={(email) => goTo({ step: 'password', email })}
            onOther={() => goTo({ step: 'email', email })}
            onTooMany={setLimited}
          />
        )}
        {step === 'password' && <ChoosePassword email={email} onRefused={() => goTo({ step: 'email', email })} />}
      </div>
      {limited !== undefined && (
        <p className="mt-5 text-3">
          Too many tries?{' '}
          <button type="button" className="quiet target ink-2 underline" onClick={() => setConfirming(true)}>
            Confirm this device by email
          </button>
        </p>
      )}
      <p className="mt-5 text-3">
        Remember your password?{' '}
        <Link className="inline-block py-3" to="/login">
          Login
        </Link>
      </p>
    </AccountPage>
  )
}

type Reset = { step: keyof typeof titles; email: string }

const key = 'password-reset'
const stored = shapeOf<Reset>(({ step, email }) => typeof email === 'string' && steps.some((each) => each === step))

/** How far a person is on their way to a new password. It survives a reload: phones drop a page while its mail is read. */
function useReset() {
  const [reset, setReset] = useState<Reset>({ step: 'email', email: '' })
  // Not before the page is a script's: its HTML is the same for all.
  useLayoutEffect(() => {
    const saved = sessionStore.read(key, stored)
    if (saved) setReset(saved)
  }, [])
  return {
    reset,
    goTo(next: Reset) {
      setReset(next)
      sessionStore.write(key, next)
    },
  }
}

/** Asks for an OTP by mail. The server says the same of every address. */
const requestCode = (email: string, keyFor: KeyFor) => call('requestOtp', { body: { email }, key: keyFor(email) })

type AskForCodeProps = { email: string; onSent(email: string): void; onTooMany(email: string): void }

/** The first step: to which address. */
function AskForCode({ email, onSent, onTooMany }: AskForCodeProps) {
  const send = async ({ email }: { email: string }, keyFor: KeyFor) => {
    const { message } = await requestCode(email, keyFor)
    toast.success(message)
    onSent(email)
  }
  const { submit, correct, field, pending } = useForm(resetRequest, send, {
    onTooMany: ({ email }) => onTooMany(email),
  })
  return (
    <Form label="Send OTP" onSubmit={submit} onInput={correct}>
      <Field
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        hint="OTP may arrive in your spam folder"
        required
      />
      <div className="account-acts">
        <Button pending={pending}>Send OTP</Button>
      </div>
    </Form>
  )
}

type EnterCodeProps = { email: string; onMatched(email: string): void; onOther(): void; onTooMany(email: string): void }

/** The second step: the code from the mail. */
function EnterCode({ email, onMatched, onOther, onTooMany }: EnterCodeProps) {
  const { change, pending: sending } = useChange()
  const { submit, correct, field, pending } = useForm(
    enteredCode,
    async (entered) => {
      const { message, email } = await call('checkOtp', { body: entered })
      toast.success(message)
      onMatched(email)
    },
    { onTooMany: () => onTooMany(email) },
  )
  return (
    <Form label="Verify OTP" onSubmit={submit} onInput={correct}>
      <Field
        {...field('OneTimePassword')}
        label="OTP"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="account-code"
        hint={`Sent to ${email}. Valid for 10 minutes, in this browser only. OTP may arrive in your spam folder`}
        required
      />
      <div className="account-acts">
        <Button pending={pending}>Verify OTP</Button>
        <Button kind="line" pending={sending} onClick={() => change((keyFor) => requestCode(email, keyFor))}>
          Send a new OTP
        </Button>
        <button type="button" className="quiet target ink-2 underline" onClick={onOther}>
          Use another email address
        </button>
      </div>
    </Form>
  )
}

/** The last step. Every session of the person has ended with it, this browser's too. */
function ChoosePassword({ email, onRefused }: { email: string; onRefused(): void }) {
  const navigate = useNavigate()
  const { submit, correct, field, pending } = useForm(newPassword, async (chosen, keyFor) => {
    try {
      const { message } = await call('updatePassword', { body: chosen, key: keyFor(chosen) })
      sessionStore.remove(key)
      toast.success(message)
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) onRefused() // it took too long, or another browser did it
      throw error
    }
    await renewSession()
    await navigate('/login', { replace: true, state: { endedHere: true } })
  })
  return (
    <Form label="Update Password" onSubmit={(entries) => submit({ ...entries, email })} onInput={correct}>
      {/* For password managers, which want to know the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPassword label="New password" {...field('password')} />
      <div className="account-acts">
        <Button pending={pending}>Update Password</Button>
      </div>
    </Form>
  )
}
