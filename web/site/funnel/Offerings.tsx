import { formatMoney } from '#domain/money.ts'
import { offerings } from '#domain/site/content.ts'
import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { Acts, Screen } from './Screen.tsx'
import { usePrices } from './usePrices.ts'

type OfferingsProps = { arrived: boolean; onBack(): void; onGetStarted(): void }

/** All that is in the price, line by line, and Our Price as it is now. */
export function Offerings({ arrived, onBack, onGetStarted }: OfferingsProps) {
  const { prices } = usePrices()
  return (
    <Screen margin="14 items" title="Everything You Will Get." next="No hidden costs." arrived={arrived}>
      <ol className="funnel-lines">
        {offerings.map((item, at) => (
          <Row key={item} as="li" className="funnel-item" margin={<span aria-hidden="true">{at + 1}</span>}>
            {item}
          </Row>
        ))}
      </ol>
      <Row className="funnel-total py-4">
        <span>All 14 items</span>
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
        <Button type="button" onClick={onGetStarted}>
          Step 4 - Lets Get Started
        </Button>
        <Button type="button" kind="line" onClick={onBack}>
          Back
        </Button>
      </Acts>
    </Screen>
  )
}
