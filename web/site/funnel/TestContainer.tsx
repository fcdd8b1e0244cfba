import { useEffect, useRef, useState } from 'react'
import { LazyView } from '#web/kit/LazyView.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useAgency } from '#web/live/agency.ts'
import { siteData } from '#web/site-data.ts'
import { countVisit, isFunnelStored } from './counting.ts'
import { Start } from './Screen.tsx'
import './Funnel.css'
import { loadZod } from '#web/lazy-zod.ts'

const loadFunnel = () => loadZod().then(() => import('./Funnel.tsx'))

/** The place of the funnel on the landing page. What comes after its first button is loaded once a visitor presses it. */
export function TestContainer() {
  const [opened, setOpened] = useState<'by hand' | 'as it was'>()
  const section = useRef<HTMLElement>(null)
  // Not before the page is a script's: its HTML is the same for all.
  useEffect(() => {
    if (isFunnelStored()) setOpened('as it was')
  }, [])
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      countVisit()
    })
    seen.observe(section.current!)
    return () => seen.disconnect()
  }, [])
  const start = <Start onStart={() => setOpened('by hand')} pending={opened === 'by hand'} />
  return (
    <section
      ref={section}
      id="test-container"
      className="funnel leaf-page mx-auto px-pad ink-above"
      aria-label="Fit test and prices"
    >
      <div className="leaf-frame">
        <div className="leaf">
          {opened ? (
            <LazyView load={loadFunnel} props={{ startAtOnce: opened === 'by hand' }} waiting={start} />
          ) : (
            start
          )}
          <noscript>
            <WithoutScripts />
          </noscript>
        </div>
      </div>
    </section>
  )
}

const money = (currency: string, amount: string | undefined) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    (amount ?? '0') as Intl.StringNumericLiteral,
  )

/** The outcome of the test for those whose browser runs no scripts: the price, and whom to write to. */
function WithoutScripts() {
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
