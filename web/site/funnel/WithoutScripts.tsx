import { Row } from '#web/kit/Page.tsx'
import { useAgency } from '#web/live/agency.ts'
import { siteData } from '#web/site-data.ts'

const money = (currency: string, amount: string | undefined) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, minimumFractionDigits: 0 }).format(
    (amount ?? '0') as Intl.StringNumericLiteral,
  )

/** The outcome of the test for those whose browser runs no scripts: the price, and whom to write to. */
export function WithoutScripts() {
  const { supportEmail } = useAgency()
  const prices = siteData()?.prices.state
  return (
    <Row>
      <p>
        The test needs JavaScript. Our price for a website with a dashboard is <b>{money('INR', prices?.inr_price)}</b>{' '}
        ({money('USD', prices?.usd_price)}), including the first year of hosting.
      </p>
      {supportEmail && (
        <p>
          Email us: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      )}
    </Row>
  )
}
