import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { WireAgreement } from '#domain/contract/orders.ts'
import { authorName } from '#domain/event.ts'
import { agreementTypes } from '#domain/order/agreements.ts'
import { agreementsTitle } from '#domain/words/order-titles.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { PageTitle, Row, Timestamp } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useWhenErased } from '#web/order/history/useTimeline.ts'
import { Downloads, pdf } from '#web/order/page/Downloads.tsx'
import { linkToMoment } from '#web/order/tabs.ts'
import './Agreements.css'

/** Shows the agreements, oldest first: each with its exact text, who agreed to it and when, and what proves it. */
export default function Agreements() {
  const { clientErased } = useShownOrder().order
  return <AgreementList key={clientErased} /> // what was loaded before has their words
}

function AgreementList() {
  const { revision } = useShownOrder()
  const { agreements, failed, again } = useAgreements()
  // Of a moment of the past what had been agreed by then.
  const shown = agreements?.filter((each) => each.revision <= revision)
  return (
    <>
      <PageTitle
        {...(shown ? agreementsTitle(shown.length) : { title: failed ? 'Agreements' : 'Loading..' })}
        eyebrow="Agreements"
      />
      <Row className="agreements-about" bodyClass="row items-center gap-2-4">
        <p className="meta">
          Each agreement is an entry of the project history. Its fingerprint shows that nothing was changed since.
        </p>
        {shown && shown.length > 0 && <Downloads subject="the agreements" files={[pdf('agreements')]} />}
      </Row>
      {failed && (
        <Row>
          <p role="alert">The agreements couldn’t be loaded.</p>
          <Button kind="line" onClick={again}>
            Try again
          </Button>
        </Row>
      )}
      {!shown && !failed && (
        <Row className="order-waiting">
          <Loading />
        </Row>
      )}
      {shown && shown.length > 0 && (
        <ol className="ledger ink-above" aria-label="Agreements">
          {shown.map((agreement) => (
            <AgreementRow key={agreement.id} {...agreement} />
          ))}
        </ol>
      )}
    </>
  )
}

const AgreementRow = ({ revision, at, by, says, parts, hash }: WireAgreement) => (
  <Row as="li" className="agreement lines-py-4 rule-below" margin={<Timestamp at={at} />}>
    <p className="serif-5-13 break-anywhere">{says}</p>
    <p className="meta">{authorName(by)}</p>
    {parts.length > 0 && (
      <dl>
        {parts.map(({ about, text }) => (
          <div key={about} className="grid gap-0-5 py-2 rule-below">
            <dt className="meta">{about}</dt>
            <dd className="pre-line break-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    )}
    <p className="meta pt-3">
      <Link to={linkToMoment(revision)}>Entry {revision + 1}</Link>, proven. Fingerprint{' '}
      <code className="text-1 break-anywhere">{hash}</code>
    </p>
  </Row>
)

/** The agreements of the order, asked for again once there is another. */
function useAgreements() {
  const { id, events, isPast } = useShownOrder()
  const [agreements, setAgreements] = useState<WireAgreement[]>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const again = () => setTries((tries) => tries + 1)
  useWhenErased(() => {
    setAgreements(undefined)
    again()
  })
  const latest = isPast ? undefined : events.findLast(({ type }) => agreementTypes.includes(type))?.revision
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish, and so is another agreement
  useEffect(() => {
    const controller = new AbortController()
    setFailed(false)
    call('getAgreements', { query: { id }, signal: controller.signal }).then(
      ({ data }) => setAgreements(data),
      () => !controller.signal.aborted && setFailed(true),
    )
    return () => controller.abort()
  }, [id, tries, latest])
  return { agreements, failed, again }
}
