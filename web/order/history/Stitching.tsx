import { useEffect, useState } from 'react'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call, pathTo } from '#web/api.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import './Stitching.css'

type Verification = AnswerOf<Contract['verifyHistory']>['data'][number]

/** The damage to an event, as a sentence goes on with it. */
const fates: Record<NonNullable<Verification['damage']>['what'], string> = {
  altered: 'was changed after it was recorded',
  removed: 'is missing',
  inserted: 'was not recorded by this site',
  moved: 'is out of order: an entry was moved or removed',
  replaced: 'was overwritten',
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
    <TitledSection
      title="Tamper check"
      aside="Every entry is linked to the one before, so any later change can be detected."
    >
      <Row className="stitching lines-py-4" margin={found && (found.damage ? <Cross /> : <Tick />)}>
        {failed ? (
          <>
            <p role="alert">The check couldn’t be completed.</p>
            <Button kind="line" onClick={again}>
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
              <dt className="small">Latest fingerprint</dt>
              <dd className="serif">
                <code>{(found.hash.slice(0, 16).match(/.{4}/g) ?? []).join(' ')}</code>{' '}
                <Copy label="Fingerprint" text={found.hash} />
              </dd>
              {found.unsealed > 0 && (
                <>
                  <dt className="small">Without a fingerprint</dt>
                  <dd className="serif">
                    {found.unsealed === 1
                      ? '1 early entry. Changes to it can’t be detected.'
                      : `${found.unsealed} early entries. Changes to them can’t be detected.`}
                  </dd>
                </>
              )}
            </dl>
            <div className="row items-center gap-3">
              {viewer.role === 'admin' && !readOnly && (
                <a className={buttonClass('line', true)} href={pathTo('exportHistory', { id })} download>
                  Download with proof
                </a>
              )}
              <a className="meta" href="/verify-history.mjs" download>
                Download the checking script
              </a>
              {(since > 0 || found.damage) && (
                <Button kind="line" small onClick={again}>
                  {since > 0 ? `${since} new: check again` : 'Check again'}
                </Button>
              )}
            </div>
          </>
        ) : (
          <Loading />
        )}
      </Row>
    </TitledSection>
  )
}

/** The outcome of the verification, in a sentence. */
function Verdict({ events, verifiedAt, damage }: Verification) {
  if (!damage) {
    return (
      <>
        Checked on {day(verifiedAt)}, {clock(verifiedAt)}.{' '}
        {events === 1 ? 'The entry is unchanged.' : `All ${events} entries are unchanged.`}
      </>
    )
  }
  return (
    <>
      <em>
        Entry {damage.revision + 1} {fates[damage.what]}.
      </em>{' '}
      {events === 0 ? '' : events === 1 ? 'Entry 1 is unchanged.' : `Entries 1 to ${events} are unchanged.`}
    </>
  )
}

/** How far apart stitches are, and how many there are at most, whatever there is to be sewn. */
const gap = 28.8
const mostStitches = 20
const y = 26

/** A thread through so many lines: whole, or cut behind the last of them. */
function Thread({ lines, cut }: { lines: number; cut: boolean }) {
  const holes = Math.max(2, Math.min(lines + (cut ? 1 : 0), mostStitches + 1))
  const x = (hole: number) => 12 + hole * gap
  const end = x(holes - 1)
  const width = end + 24
  const arc = (hole: number, bow: number) =>
    `M${x(hole)} ${y}C${x(hole) + 7} ${y + bow} ${x(hole + 1) - 7} ${y + bow} ${x(hole + 1)} ${y}`
  const stitches = Array.from({ length: holes - 1 }, (_, at) => at).filter((at) => !cut || at < holes - 2)
  return (
    <div className="thread" style={{ maxWidth: width }} aria-hidden="true">
      <svg className="block w-full no-fill overflow-visible round-caps" viewBox={`0 0 ${width} 44`} aria-hidden="true">
        <path className="thread-rule" d={`M0 ${y}H${width}`} />
        <path
          className="thread-under"
          d={stitches
            .filter((at) => at % 2 === 1)
            .map((at) => arc(at, 3.5))
            .join('')}
        />
        {Array.from({ length: holes }, (_, hole) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a hole is its place
            key={hole}
            className={cut && hole === holes - 1 ? 'thread-hole is-cut' : 'thread-hole'}
            cx={x(hole)}
            cy={y}
            r="3.2"
          />
        ))}
        <path
          d={`M12 ${y}C2 14 -4 30 6 34${stitches
            .filter((at) => at % 2 === 0)
            .map((at) => arc(at, -4.5))
            .join('')}`}
        />
        {cut ? (
          <path className="is-cut" d={`M${end - 27.8} ${y}c4-6 7-10 6-18m1 10l6-6M${end} ${y + 4}c-3 4 3 6-1 9`} />
        ) : (
          <path d={`M${end} ${y}c9-10 16-2 8 4s-12 3-6 7`} />
        )}
      </svg>
      <p className="thread-ends flex justify-between ink-2">
        <span>1</span>
        <span className={cut ? 'is-cut' : undefined}>{Math.max(lines + (cut ? 1 : 0), 1)}</span>
      </p>
    </div>
  )
}
