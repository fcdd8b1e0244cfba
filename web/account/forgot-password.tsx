import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from '#web/shell/Head.tsx'
import { AskForCode } from './AskForCode.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import { ConfirmDevice } from './ConfirmDevice.tsx'
import { EnterCode } from './EnterCode.tsx'
import { useReset } from './useReset.ts'
import './account.css'

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

  // Another step has come where the focus was: it goes on with the first field.
  useEffect(() => {
    if (shown.current !== step) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    shown.current = step
  }, [step])

  if (limited !== undefined && isConfirming) {
    const goBack = () => setConfirming(false)
    const goOn = () => {
      goTo({ step: 'email', email: limited })
      setLimited(undefined)
      goBack()
    }
    return <ConfirmDevice email={limited} onConfirmed={goOn} onBack={goBack} />
  }
  return (
    <Page>
      <Head title="Forgot password" noindex />
      <PageTitle {...titles[step]} eyebrow={`Step ${steps.indexOf(step) + 1} of ${steps.length}`} />
      <Row className="account">
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
          <p className="account-aside">
            Too many tries?{' '}
            <button type="button" className="account-link" onClick={() => setConfirming(true)}>
              Confirm this device by email
            </button>
          </p>
        )}
        <p className="account-aside">
          Remember your password?{' '}
          <Link className="inline-block py-3" to="/login">
            Login
          </Link>
        </p>
      </Row>
    </Page>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
