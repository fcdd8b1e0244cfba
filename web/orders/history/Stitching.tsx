import { useEffect, useState } from 'react'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call, pathTo } from '#web/api.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { inWordsCapitalized } from '../number-words.ts'
import { Copy } from '../tabs/Copy.tsx'
import { Thread } from './Thread.tsx'
import './Stitching.css'

type Verification = AnswerOf<Contract['verifyHistory']>['data'][number]

/** What has become of an event, as a sentence goes on with it. */
const fates: Record<NonNullable<Verification['damage']>['what'], string> = {
  altered: 'was altered',
  removed: 'is missing',
  inserted: 'was not recorded here',
  moved: 'was moved, or one before it removed',
  replaced: 'was written over another',
}

/** Whether the order's events are as they were recorded, verified when it is opened and whenever one asks. */
export function Stitching() {
  const { id, revision, viewer, readOnly } = useShownOrder()
  const [found, setFound] = useState<Verification>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish
  useEffect(() => {
    const controller = new AbortController()
    setFailed(false)
    call('verifyHistory', { query: { id }, signal: controller.signal }).then(
      ({ data }) => setFound(data[0]),
      () => !controller.signal.aborted && setFailed(true),
    )
    return () => controller.abort()
  }, [id, tries])
  const since = found && !found.damage ? revision + 1 - found.events : 0
  const again = () => setTries(tries + 1)
  return (
    <section aria-label="The stitching">
      <SectionHeader
        title="The stitching"
        aside="Every line is sewn to the line before it. Alter one, and the thread is cut there."
      />
      <Row className="stitching lines-py-4" margin={found && (found.damage ? <Cross /> : <Tick />)}>
        {failed ? (
          <>
            <p role="alert">It could not be verified.</p>
            <Button type="button" kind="line" onClick={again}>
              Try again
            </Button>
          </>
        ) : found ? (
          <>
            <div role="status">
              <h3 className="serif-5-125 balance">
                <Verdict {...found} />
              </h3>
            </div>
            <Thread lines={found.events} cut={found.damage !== undefined} />
            <dl className="seals grid gap-1-5 py-2 ink-above">
              <dt className="small">Last seal</dt>
              <dd className="serif">
                <code>{(found.hash.slice(0, 16).match(/.{4}/g) ?? []).join(' ')}</code>{' '}
                <Copy label="Seal" text={found.hash} />
              </dd>
              {found.unsealed > 0 && (
                <>
                  <dt className="small">From before there were seals</dt>
                  <dd className="serif">
                    {found.unsealed}: nothing shows whether they were altered before the first one.
                  </dd>
                </>
              )}
            </dl>
            <div className="row items-center gap-3">
              {viewer.role === 'admin' && !readOnly && (
                <a className={buttonClass('line', true)} href={pathTo('exportHistory', { id })} download>
                  Export with proof
                </a>
              )}
              <a className="meta" href="/verify-history.mjs" download>
                How to check it without us
              </a>
              {(since > 0 || found.damage) && (
                <Button type="button" kind="line" small onClick={again}>
                  {since > 0 ? `${inWordsCapitalized(since)} more since: verify again` : 'Verify again'}
                </Button>
              )}
            </div>
          </>
        ) : (
          <Loading />
        )}
      </Row>
    </section>
  )
}

/** What came of it, in a sentence. */
function Verdict({ events, verifiedAt, damage }: Verification) {
  if (!damage) {
    return (
      <>
        Verified on {day(verifiedAt)}, {clock(verifiedAt)}. All {events} lines are as they were written.
      </>
    )
  }
  return (
    <>
      <em>
        Line {damage.revision + 1} {fates[damage.what]}.
      </em>{' '}
      {events === 0
        ? ''
        : events === 1
          ? 'Line 1 is as it was written.'
          : `Lines 1 to ${events} are as they were written.`}
    </>
  )
}
