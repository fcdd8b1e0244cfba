import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { fullProof } from '#domain/account/disable-second-factor.ts'
import { firstCode } from '#domain/account/enable-second-factor.ts'
import { passwordCheck } from '#domain/account/prepare-second-factor.ts'
import { recoveryCodeCount } from '#domain/account/second-factor.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { plural } from '#domain/count.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { SecretOnItsWay } from '#web/kit/Confirm.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { QrCode } from '#web/kit/QrCode.tsx'
import { day } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { CodeField } from './CodeField.tsx'
import './SecondFactor.css'

type FactorState = AnswerOf<Contract['getSecondFactor']>

/** The step of the section: the state itself, or a step on the way to another. */
type Step =
  | { at: 'state'; from?: Step['at'] }
  | { at: 'password' }
  | { at: 'scan'; key: string; uri: string }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'off' | 'renew' }

/** The second factor: setting it up, its recovery codes, and turning it off. */
export function SecondFactor({ state }: { state: FactorState }) {
  const [step, setStep] = useState<Step>({ at: 'state' })
  const { revalidate } = useRevalidator()
  const opener = useOpener(step.at !== 'state')
  const back = () => setStep({ at: 'state', from: step.at })
  const showCodes = async (codes: readonly string[]) => {
    setStep({ at: 'codes', codes })
    await revalidate()
  }
  return (
    <TitledSection title="Two-step verification" id="two-step">
      <Row className="setting" note="Protects your account even if someone learns your password.">
        {step.at === 'state' && (
          <State state={state} from={step.from} opener={opener} onStep={(at) => setStep({ at })} />
        )}
        {step.at === 'password' && (
          <StartSecondFactor onStarted={(shown) => setStep({ at: 'scan', ...shown })} onBack={back} />
        )}
        {step.at === 'scan' && <Scan shown={step} onEnabled={showCodes} onBack={back} />}
        {step.at === 'codes' && <RecoveryCodes codes={step.codes} onDone={back} />}
        {step.at === 'off' && (
          <ProveYourself
            call="disableSecondFactor"
            description="You’ll log in with your password only."
            submitLabel="Turn off"
            onDone={async () => {
              await revalidate()
              back()
            }}
            onBack={back}
          />
        )}
        {step.at === 'renew' && (
          <ProveYourself
            call="replaceRecoveryCodes"
            description={`You’ll get ${recoveryCodeCount} new codes. The old ones will stop working.`}
            submitLabel="Create new codes"
            onDone={({ recoveryCodes = [] }) => showCodes(recoveryCodes)}
            onBack={back}
          />
        )}
      </Row>
    </TitledSection>
  )
}

type StateProps = {
  state: FactorState
  /** The step that led back here: its button is the `opener`. */
  from: Step['at'] | undefined
  opener: RefObject<HTMLButtonElement | null>
  onStep(at: 'password' | 'off' | 'renew'): void
}

function State({ state, from, opener, onStep }: StateProps) {
  const { enabled, since, recoveryCodesLeft: left } = state
  if (!enabled) {
    return (
      <>
        <p className="setting-says">
          Off. Turn it on to log in with your password and a code from an app on your phone.
        </p>
        <Button ref={opener} onClick={() => onStep('password')}>
          Set up
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="setting-says">
        {since ? `On since ${day(since)}.` : 'On.'}{' '}
        {plural(left, '{n} recovery code left.', '{n} recovery codes left.')}
        {left < 3 && <strong className="weight-500 red"> Create new ones soon.</strong>}
      </p>
      <div className="factor-acts">
        <Button ref={from === 'off' ? undefined : opener} kind="line" onClick={() => onStep('renew')}>
          Create new recovery codes
        </Button>
        <Button ref={from === 'off' ? opener : undefined} kind="void" onClick={() => onStep('off')}>
          Turn off
        </Button>
      </div>
    </>
  )
}

type Shown = { key: string; uri: string }

/** The first step of setting up a second factor: the password, so that an open browser is not enough. */
function StartSecondFactor({ onStarted, onBack }: { onStarted(shown: Shown): void; onBack(): void }) {
  const { submit, correct, field, pending } = useForm(passwordCheck, async (body, keyFor) => {
    const { key, uri } = await call('startSecondFactor', { body, key: keyFor(body) })
    onStarted({ key, uri })
  })
  return (
    <Form label="Set up two-step verification" onSubmit={submit} onInput={correct}>
      <PasswordField label="Your password" {...field('password')} autoFocus />
      <div className="factor-acts">
        <Button pending={pending}>Continue</Button>
        <Button kind="line" disabled={pending} onClick={onBack}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** The recovery codes, the one time that they are shown. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <section ref={shown} tabIndex={-1} className="factor-codes" aria-label="Recovery codes">
      <p className="setting-says">
        These {codes.length} recovery codes let you log in without your phone. Each works once.{' '}
        <strong>They’re shown only now:</strong> save them in a safe place.
      </p>
      <ol className="grid rule-above">
        {codes.map((code) => (
          <li className="py-2 rule-below" key={code}>
            <code className="wet">{code}</code>
          </li>
        ))}
      </ol>
      <div className="factor-acts">
        <Button onClick={onDone}>I’ve saved them</Button>
        <Copy label="Recovery codes" text={codes.join('\n')} />
      </div>
    </section>
  )
}

type ScanProps = {
  shown: Shown
  onEnabled(recoveryCodes: readonly string[]): unknown
  onBack(): void
}

/** The second step: the key goes into the app, and the first code of the app comes back. */
function Scan({ shown: { key, uri }, onEnabled, onBack }: ScanProps) {
  const { submit, correct, field, pending } = useForm(firstCode, async (body, keyFor) => {
    const { message, recoveryCodes } = await call('enableSecondFactor', { body, key: keyFor(body) })
    toast.success(message)
    onEnabled(recoveryCodes)
  })
  return (
    <>
      <p className="setting-says">
        Scan this code with an authenticator app, such as Aegis, 2FAS or your password manager.
      </p>
      <QrCode text={uri} label="QR code for your authenticator app" brand={{}} />
      <p className="factor-key">
        Or enter this key: <code className="break-anywhere">{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
        <Copy label="Key" text={key} />
      </p>
      <Form label="First code" onSubmit={submit} onInput={correct}>
        <FocusFirst />
        <Field
          {...field('code')}
          label="Code from the app"
          className="account-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          required
        />
        <div className="factor-acts">
          <Button pending={pending}>Turn on</Button>
          <Button kind="line" disabled={pending} onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
      {pending && <SecretOnItsWay />}
    </>
  )
}

type ProveYourselfProps = {
  call: 'disableSecondFactor' | 'replaceRecoveryCodes'
  description: string
  submitLabel: string
  onDone(answer: { message: string; recoveryCodes?: string[] }): unknown
  onBack(): void
}

/** Password and code, before something about the second factor changes. */
function ProveYourself({ call: callName, description, submitLabel, onDone, onBack }: ProveYourselfProps) {
  const form = useForm(fullProof, async (body, keyFor) => {
    const answer = await call(callName, { body, key: keyFor([callName, body]) })
    toast.success(answer.message)
    await onDone(answer)
  })
  const { submit, correct, field, pending } = form
  return (
    <>
      <p className="setting-says">{description}</p>
      <Form label={submitLabel} onSubmit={submit} onInput={correct}>
        <PasswordField label="Your password" {...field('password')} autoFocus />
        <CodeField form={form} />
        <div className="factor-acts">
          <Button pending={pending}>{submitLabel}</Button>
          <Button kind="line" disabled={pending} onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
      {callName === 'replaceRecoveryCodes' && pending && <SecretOnItsWay />}
    </>
  )
}
