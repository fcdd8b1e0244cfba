import { useEffect, useRef } from 'react'
import { formatMoney } from '#domain/money.ts'
import { offerings } from '#domain/site/content.ts'
import { type FitAnswers, failures } from '#domain/site/fit-test.ts'
import { Button } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { scrollBehavior } from '#web/kit/motion.ts'
import { Row } from '#web/kit/Page.tsx'
import { Analyzing } from './Analyzing.tsx'
import { Confirm } from './Confirm.tsx'
import { Details } from './Details.tsx'
import { Pricing } from './Pricing.tsx'
import { Acts, Screen } from './Screen.tsx'
import { Start } from './Start.tsx'
import { Test } from './Test.tsx'
import { useFunnel } from './useFunnel.ts'
import { usePrices } from './usePrices.ts'

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

  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    document.getElementById('test-container')?.scrollIntoView({ behavior: scrollBehavior() })
  }, [screen])

  const arrived = moved.current
  switch (screen) {
    case 'start':
      return <Start onStart={() => dispatch({ type: 'start' })} arrived={arrived} />
    case 'test':
      return <Test arrived={arrived} onSend={(answers) => dispatch({ type: 'sendTest', answers })} />
    case 'failed':
      return <Failed arrived={arrived} answers={funnel.answers!} onTryAgain={() => dispatch({ type: 'tryAgain' })} />
    case 'success':
      return <Success arrived={arrived} onSeePricing={() => dispatch({ type: 'seePricing' })} />
    case 'details':
      return (
        <Details
          arrived={arrived}
          answers={funnel.answers!}
          asker={funnel.asker}
          onSent={(asker) => dispatch({ type: 'detailsSent', asker })}
        />
      )
    case 'analyzing':
      return <Analyzing arrived={arrived} progress={funnel.progress} onSkip={() => dispatch({ type: 'skip' })} />
    case 'pricing':
      return (
        <Pricing
          arrived={arrived}
          onSeeOfferings={() => dispatch({ type: 'seeOfferings' })}
          onGetStarted={() => dispatch({ type: 'getStarted' })}
        />
      )
    case 'offerings':
      return (
        <Offerings
          arrived={arrived}
          onBack={() => dispatch({ type: 'back' })}
          onGetStarted={() => dispatch({ type: 'getStarted' })}
        />
      )
    case 'confirm':
      return <Confirm arrived={arrived} asker={funnel.asker!} />
  }
}

/** The test is passed. */
const Success = ({ arrived, onSeePricing }: { arrived: boolean; onSeePricing(): void }) => (
  <Screen margin="Step 1" title="Congratulations." next="We would like to work with you." arrived={arrived}>
    <Acts>
      <Button onClick={onSeePricing}>Step 2 - See Pricing</Button>
    </Acts>
  </Screen>
)

type OfferingsProps = { arrived: boolean; onBack(): void; onGetStarted(): void }

/** All that is in the price, line by line, and Our Price as it is now. */
function Offerings({ arrived, onBack, onGetStarted }: OfferingsProps) {
  const { prices } = usePrices()
  return (
    <Screen
      margin={`${offerings.length} items`}
      title="Everything You Will Get."
      next="No hidden costs."
      arrived={arrived}
    >
      <ol className="funnel-lines">
        {offerings.map((item, at) => (
          <Row key={item} as="li" className="funnel-item" margin={<span aria-hidden="true">{at + 1}</span>}>
            {item}
          </Row>
        ))}
      </ol>
      <Row className="funnel-total py-4">
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
      <Acts>
        <Button onClick={onGetStarted}>Step 4 - Lets Get Started</Button>
        <Button kind="line" onClick={onBack}>
          Back
        </Button>
      </Acts>
    </Screen>
  )
}

type FailedProps = { arrived: boolean; answers: FitAnswers; onTryAgain(): void }

/** Not passed, and why: a line for each answer that stands in the way. */
const Failed = ({ arrived, answers, onTryAgain }: FailedProps) => (
  <Screen margin="Step 1" title="We are not the right fit right now." next="Here is why." arrived={arrived}>
    <ul className="funnel-lines">
      {failures(answers).map(({ id, question, because }) => (
        <Row key={id} as="li" className="funnel-reason" margin={<Cross />}>
          <p className="meta">
            {question} You answered {answers[id]}.
          </p>
          <p>{because}</p>
        </Row>
      ))}
    </ul>
    <Acts>
      <Button onClick={onTryAgain}>Try Again</Button>
      <p className="meta">Thank you for your time and your honest answers.</p>
    </Acts>
  </Screen>
)
