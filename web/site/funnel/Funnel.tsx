import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { registration } from '#domain/account/register.ts'
import { formatMoney } from '#domain/money.ts'
import { offerings } from '#domain/site/content.ts'
import { failures, fitAnswers, fitQuestions } from '#domain/site/fit-test.ts'
import type { Asker, Funnel as FunnelState } from '#domain/site/funnel.ts'
import { NewPassword, PersonFields } from '#web/account/PersonFields.tsx'
import { useAccountForm } from '#web/account/useAccountForm.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { FieldError } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useForm } from '#web/kit/useForm.ts'
import { homeOf } from '#web/shell/guards.ts'
import { useSession } from '#web/shell/session.ts'
import { Analyzing } from './Analyzing.tsx'
import { countTest, forgetFunnel, ticket } from './counting.ts'
import { Details } from './Details.tsx'
import { PricesFailure, Pricing, usePrices } from './Pricing.tsx'
import { Acts, type FunnelScreenProps, Screen, Start } from './Screen.tsx'
import { useFunnel } from './useFunnel.ts'
import '#web/kit/Choice.css'

/** The fit test, the prices and the way to an account, screen after screen (specification section 4). */
export default function Funnel({ startAtOnce }: { startAtOnce: boolean }) {
  const [funnel, dispatch] = useFunnel()
  const { screen } = funnel
  const shown = useRef(screen)
  const moved = useRef(false)
  if (shown.current !== screen) moved.current = true

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the button that was pressed while this was loaded
  useEffect(() => {
    if (startAtOnce) dispatch({ type: 'start' })
  }, [])

  // Before it is painted, and from now on as high as a window: a second tap would open a link of the footer otherwise.
  useLayoutEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    const container = document.getElementById('test-container')!
    container.querySelector<HTMLElement>('.leaf')!.style.minHeight = '100lvh'
    container.scrollIntoView({ behavior: 'instant' })
  }, [screen])

  const Shown = screens[screen]
  return <Shown arrived={moved.current} funnel={funnel} dispatch={dispatch} />
}

const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** The five questions. Each needs an answer; nothing is sent before Next. */
function Test({ arrived, funnel, dispatch }: FunnelScreenProps) {
  const { submit, correct, errors } = useForm(fitAnswers, async (answers) => {
    countTest(answers)
    dispatch({ type: 'sendTest', answers })
  })
  return (
    <Screen margin="Step 1" title={'5 questions, 2\u00a0minutes.'} next="Answer yes or no." arrived={arrived}>
      <Form label="Fit test" onSubmit={submit} onInput={correct}>
        <div className="funnel-lines">
          {fitQuestions.map(({ id, question }) => (
            <Row key={id} className="funnel-question" margin={<span aria-hidden="true">{id}</span>}>
              <fieldset className="grid min-w-0 border-0" aria-describedby={errors[id] && `fit-${id}-error`}>
                <legend className="serif-5-13">{question}</legend>
                <div className="flex gap-5">
                  {choices.map(({ value, label }) => (
                    <label key={value} className="choice">
                      <input
                        type="radio"
                        name={String(id)}
                        value={value}
                        defaultChecked={funnel.answers?.[id] === value}
                        aria-invalid={errors[id] ? true : undefined}
                        required
                      />
                      {label}
                    </label>
                  ))}
                </div>
                <FieldError id={`fit-${id}-error`} error={errors[id]} />
              </fieldset>
            </Row>
          ))}
        </div>
        <Acts>
          <Button>Next</Button>
          <p className="meta">Nothing is saved until you select Next.</p>
        </Acts>
      </Form>
    </Screen>
  )
}

/** The test is passed. */
const Success = ({ arrived, dispatch }: FunnelScreenProps) => (
  <Screen margin="Step 1" title="Congratulations." next="We would like to work with you." arrived={arrived}>
    <Acts>
      <Button onClick={() => dispatch({ type: 'seePricing' })}>Step 2 - See Pricing</Button>
    </Acts>
  </Screen>
)

/** All that is in the price, line by line, and Our Price as it is now. */
function Offerings({ arrived, dispatch }: FunnelScreenProps) {
  const { prices, failure, retry } = usePrices()
  return (
    <Screen
      margin={`${offerings.length} items`}
      title="Everything You Will Get."
      next="No hidden costs."
      arrived={arrived}
    >
      <ol className="funnel-lines">
        {offerings.map((item, at) => (
          <Row key={item} as="li" bodyClass="serif-5-13" margin={<span aria-hidden="true">{at + 1}</span>}>
            {item}
          </Row>
        ))}
      </ol>
      <Row className="funnel-total py-4" bodyClass="row items-baseline justify-between gap-1-5">
        <span>All {offerings.length} items</span>
        <span className="funnel-sum">
          {prices && (
            <>
              {formatMoney(prices.inr.price)}{' '}
              <small className="text-5 ink-2">about {formatMoney(prices.usd.price, '$')}</small>
            </>
          )}
        </span>
      </Row>
      {failure && <PricesFailure failure={failure} retry={retry} />}
      <Acts>
        <Button onClick={() => dispatch({ type: 'getStarted' })}>Step 4 - Lets Get Started</Button>
        <Button kind="line" onClick={() => dispatch({ type: 'back' })}>
          Back
        </Button>
      </Acts>
    </Screen>
  )
}

/** Not passed, and why: a line for each answer that stands in the way. */
const Failed = ({ arrived, funnel: { answers }, dispatch }: FunnelScreenProps) => (
  <Screen margin="Step 1" title="We are not the right fit right now." next="Here is why." arrived={arrived}>
    <ul className="funnel-lines">
      {failures(answers!).map(({ id, question, because }) => (
        <Row key={id} as="li" className="funnel-reason" margin={<Cross />}>
          <p className="meta">
            {question} You answered {answers![id]}.
          </p>
          <p className="mt-1">{because}</p>
        </Row>
      ))}
    </ul>
    <Acts>
      <Button onClick={() => dispatch({ type: 'tryAgain' })}>Try Again</Button>
      <p className="meta">Thank you for your time and your honest answers.</p>
    </Acts>
  </Screen>
)

/** An account for who asked for the prices, which is all that is missing before the questionnaire. */
const Confirm = ({ arrived, funnel }: FunnelScreenProps) => (
  <Screen margin="Step 4" title="Almost done." next="Create your account." arrived={arrived}>
    <Suspense>
      <Register asker={funnel.asker!} />
    </Suspense>
  </Screen>
)

function Register({ asker }: { asker: Asker }) {
  const { user } = useSession()
  const { submit, correct, field, pending } = useAccountForm(registration, 'register', {
    beside: { 409: 'email' },
    completed: async (data) => ({ ...data, ...(await ticket()) }),
    onDone: forgetFunnel,
  })
  const known = (name: keyof Asker) => ({ ...field(name), defaultValue: asker[name] })
  if (user) {
    return (
      <Acts>
        <Link className={buttonClass()} to={homeOf(user)}>
          Open your dashboard
        </Link>
        <p className="meta">You’re already logged in as {user.name}.</p>
      </Acts>
    )
  }
  return (
    <Form label="Register" onSubmit={submit} onInput={correct}>
      <Row className="funnel-form pt-6 ink-above" bodyClass="grid">
        <div className="funnel-fields grid gap-5">
          <PersonFields withEmail field={known} />
          <NewPassword label="Password" {...field('password')} />
        </div>
      </Row>
      <Acts>
        <Button pending={pending}>Register</Button>
        <p>
          Already registered? <Link to="/login">Login</Link>
        </p>
      </Acts>
    </Form>
  )
}

const screens: Record<FunnelState['screen'], ComponentType<FunnelScreenProps>> = {
  start: ({ arrived, dispatch }) => <Start arrived={arrived} onStart={() => dispatch({ type: 'start' })} />,
  test: Test,
  failed: Failed,
  success: Success,
  details: Details,
  analyzing: Analyzing,
  pricing: Pricing,
  offerings: Offerings,
  confirm: Confirm,
}
