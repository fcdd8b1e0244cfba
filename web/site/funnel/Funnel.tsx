import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '#domain/money.ts'
import { offerings } from '#domain/site/content.ts'
import { failures } from '#domain/site/fit-test.ts'
import type { Funnel as FunnelState } from '#domain/site/funnel.ts'
import { Button } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { Analyzing } from './Analyzing.tsx'
import { Confirm } from './Confirm.tsx'
import { Details } from './Details.tsx'
import { PricesFailure, Pricing } from './Pricing.tsx'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'
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
          <p>{because}</p>
        </Row>
      ))}
    </ul>
    <Acts>
      <Button onClick={() => dispatch({ type: 'tryAgain' })}>Try Again</Button>
      <p className="meta">Thank you for your time and your honest answers.</p>
    </Acts>
  </Screen>
)

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
