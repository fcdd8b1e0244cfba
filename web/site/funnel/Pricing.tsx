import { useEffect, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { type PriceComponents, type Prices, pricesFromWire, totalOf } from '#domain/settings/prices.ts'
import { pricingNotes } from '#domain/site/content.ts'
import { call } from '#web/api.ts'
import { messageOf } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Row } from '#web/kit/Page.tsx'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'

const parts = [
  { name: 'design', title: 'Design', text: 'Custom, for one business' },
  { name: 'website', title: 'Website', text: 'Hand-coded and fully responsive' },
  { name: 'crm', title: 'CRM or dashboard', text: 'With an admin control panel' },
  { name: 'hosting', title: 'Hosting', text: 'The first year' },
] as const

/** The bearer of each cost, beside each of the notes. */
const bears = ['may change', 'we pay', 'you pay', 'free']

/** The price in parts, and the agency’s price for all of it. */
export function Pricing({ arrived, dispatch }: FunnelScreenProps) {
  const { prices, failure, retry } = usePrices()
  return (
    <Screen margin="Step 3" title="What it costs elsewhere." next="And our price." arrived={arrived}>
      {prices && <Bill inr={prices.inr} usd={prices.usd} />}
      {failure && <PricesFailure failure={failure} retry={retry} />}
      {!prices && !failure && (
        <Row>
          <Loading />
        </Row>
      )}
      <ul className="funnel-lines funnel-notes mt-6">
        {pricingNotes.map((note, at) => (
          <Row key={note} as="li" margin={<i>{bears[at]}</i>}>
            <p>{note}</p>
            {at === 0 && <NinetyNine />}
          </Row>
        ))}
      </ul>
      <Acts>
        <Button onClick={() => dispatch({ type: 'getStarted' })}>Step 4 - Lets Get Started</Button>
        <Button kind="line" onClick={() => dispatch({ type: 'seeOfferings' })}>
          See Everything You Will Get
        </Button>
      </Acts>
    </Screen>
  )
}

/** Why the prices cannot be shown, and a way to ask again. */
export const PricesFailure = ({ failure, retry }: { failure: string; retry(): void }) => (
  <Row className="py-4" bodyClass="row items-center gap-3-5">
    <p role="alert">{failure}</p>
    <Button kind="line" onClick={retry}>
      Try Again
    </Button>
  </Row>
)

const Bill = ({ inr, usd }: { inr: PriceComponents; usd: PriceComponents }) => (
  <table className="funnel-bill">
    <caption className="sr">Prices in rupees and dollars</caption>
    <thead>
      <tr>
        <th scope="col">Website with CRM</th>
        <th scope="col">₹</th>
        <th scope="col">$</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ name, title, text }) => (
        <tr key={name}>
          <th scope="row">
            {title}
            <small className="block sans-2-14 ink-2">{text}</small>
          </th>
          <td>{formatMoney(inr[name])}</td>
          <td>{formatMoney(usd[name], '$')}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="funnel-elsewhere">
        <th scope="row">Total</th>
        <td>
          <del>{formatMoney(totalOf(inr))}</del>
        </td>
        <td>
          <del>{formatMoney(totalOf(usd), '$')}</del>
        </td>
      </tr>
      <tr className="funnel-ours">
        <th scope="row">Our Price</th>
        <td>{formatMoney(inr.price)}</td>
        <td>{formatMoney(usd.price, '$')}</td>
      </tr>
    </tfoot>
  </table>
)

/** Ninety-nine of a hundred, as tally strokes. */
const NinetyNine = () => (
  <svg className="funnel-tally block mt-2 round-caps" viewBox="0 0 600 16" role="img" aria-label="99 out of 100">
    {Array.from({ length: 100 }, (_, at) => {
      const x = 4 + (at % 5) * 4.4 + Math.floor(at / 5) * 30
      // biome-ignore lint/suspicious/noArrayIndexKey: a hundred strokes that never move
      return <path key={at} className={at === 99 ? 'is-missing' : undefined} d={`M${x + 2} 2.5L${x} 13.5`} />
    })}
  </svg>
)

/** The agency's prices, as they are now; or why they cannot be shown, and a way to ask again. */
export function usePrices(): { prices?: Prices; failure?: string; retry(): void } {
  const [known, setKnown] = useState<{ prices?: Prices; failure?: string }>({})
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the visitor wants it
  useEffect(() => {
    const left = new AbortController()
    call('getPricing', { signal: left.signal }).then(
      ({ data }) => setKnown({ prices: pricesFromWire(data[0]!) }),
      (error) => {
        if (!left.signal.aborted) setKnown({ failure: messageOf(error) })
      },
    )
    return () => left.abort()
  }, [tries])
  return {
    ...known,
    retry: () => {
      setKnown({})
      setTries(tries + 1)
    },
  }
}
