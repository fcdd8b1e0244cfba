import { Button } from '#web/kit/Button.tsx'
import { Acts, Screen } from './Screen.tsx'

/** The test is passed. */
export const Success = ({ arrived, onSeePricing }: { arrived: boolean; onSeePricing(): void }) => (
  <Screen margin="Step 1" title="Congratulations." next="We would like to work with you." arrived={arrived}>
    <Acts>
      <Button type="button" onClick={onSeePricing}>
        Step 2 - See Pricing
      </Button>
    </Acts>
  </Screen>
)
