import { Button } from '#web/kit/Button.tsx'
import { Acts, Screen } from './Screen.tsx'

/** Take A Quick Test: the beginning of the funnel. */
export const Start = ({ onStart, pending = false, arrived = false }: StartProps) => (
  <Screen title="Take A Quick Test." next="5 yes-or-no questions." arrived={arrived}>
    <Acts>
      <Button pending={pending} onClick={onStart}>
        Step 1 - Start The Test
      </Button>
      <p className="meta">Takes 2 minutes. No contact details needed for the test.</p>
    </Acts>
  </Screen>
)

type StartProps = {
  onStart(): void
  /** While the test itself is on its way. */
  pending?: boolean
  arrived?: boolean
}
