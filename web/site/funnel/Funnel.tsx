import { useEffect, useRef } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { scrollBehavior } from '#web/kit/motion.ts'
import { Analyzing } from './Analyzing.tsx'
import { Confirm } from './Confirm.tsx'
import { Details } from './Details.tsx'
import { Failed } from './Failed.tsx'
import { Offerings } from './Offerings.tsx'
import { Pricing } from './Pricing.tsx'
import { Acts, Screen } from './Screen.tsx'
import { Start } from './Start.tsx'
import { Test } from './Test.tsx'
import { useFunnel } from './useFunnel.ts'

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
      <Button type="button" onClick={onSeePricing}>
        Step 2 - See Pricing
      </Button>
    </Acts>
  </Screen>
)
