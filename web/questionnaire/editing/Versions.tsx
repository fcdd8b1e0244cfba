import { andMore, versionName } from '#domain/words/undo.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import type { Versions as VersionsOf } from '#web/live/useVersions.ts'
import { Arrow } from './icons.tsx'
import type { WireVersion } from './parts.ts'

type VersionsProps = {
  versions: VersionsOf<WireVersion>
  /** How many there are in all. */
  count: number
  onRestore(version: WireVersion): void
}

/** The earlier versions of the list, newest first: who changed what, and the way back to each. */
export const Versions = ({ versions: { all, hasMore, more }, count, onRestore }: VersionsProps) => (
  <>
    <SectionHeader title="Versions" aside="All versions are kept. Restore one, then save it with Update." />
    <ol>
      {all.map((version, at) => (
        <Version
          key={version.revision}
          version={version}
          number={count - at}
          current={at === 0}
          onRestore={onRestore}
        />
      ))}
    </ol>
    {hasMore && (
      <Row bodyClass="pt-4">
        <LoadMore onMore={more}>Show earlier versions</LoadMore>
      </Row>
    )}
  </>
)

/** How many sentences of a version are shown. */
const maxShown = 6

type VersionProps = Pick<VersionsProps, 'onRestore'> & { version: WireVersion; number: number; current: boolean }

function Version({ version, number, current, onRestore }: VersionProps) {
  const { at, by, words, changes } = version
  return (
    <Row as="li" className="lines-py-2 rule-below" margin={at && <Timestamp at={at} />}>
      <div className="version-line grid columns-1-auto items-baseline gap-0-4 text-3 leading-145 break-anywhere">
        <div>
          {changes.length === 0 && <p>{words}</p>}
          {changes.slice(0, maxShown).map(({ what, before, after }) => (
            <div key={what}>
              <p>{what}</p>
              {(before || after) && (
                <p className="version-change">
                  {before ? <del>{before}</del> : <i className="pencil">(empty)</i>} <Arrow />
                  <span className="sr">changed to</span> {after || <i className="pencil">(empty)</i>}
                </p>
              )}
            </div>
          ))}
          {changes.length > maxShown && <p className="meta">{andMore(changes.length - maxShown)}</p>}
        </div>
        <span className="version-by small">
          Version {number}
          {by && <>, {by}</>}
        </span>
        <span className="version-back text-end">
          {current ? (
            <i className="serif green">current</i>
          ) : (
            <TextButton onClick={() => onRestore(version)}>
              Restore
              <span className="sr"> {versionName(number, at && day(at))}</span>
            </TextButton>
          )}
        </span>
      </div>
    </Row>
  )
}
