import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { TextButton } from '#web/kit/TextButton.tsx'
import { day } from '#web/kit/time.ts'
import { Arrow } from './icons.tsx'
import type { WireVersion } from './parts.ts'
import './Versions.css'

/** A version with its number among all of them. */
type NumberedVersion = WireVersion & { number: number }

type VersionsProps = {
  versions: readonly NumberedVersion[]
  hasMore: boolean
  onMore(): Promise<void>
  onRestore(version: WireVersion): void
}

/** What the list was before, newest first: who changed what, and the way back to each. */
export const Versions = ({ versions, hasMore, onMore, onRestore }: VersionsProps) => (
  <>
    <SectionHeader title="Versions" aside="All are kept. Restoring one puts it in pencil; Update writes it." />
    <ol>
      {versions.map((version, at) => (
        <Version key={version.revision} version={version} current={at === 0} onRestore={onRestore} />
      ))}
    </ol>
    {hasMore && (
      <Row className="version-more">
        <LoadMore onMore={onMore}>Show earlier versions</LoadMore>
      </Row>
    )}
  </>
)

/** How many sentences of a version are shown. */
const maxShown = 6

function Version({
  version,
  current,
  onRestore,
}: {
  version: NumberedVersion
  current: boolean
  onRestore(version: WireVersion): void
}) {
  const { at, by, words, changes, number } = version
  const of = at ? `of ${day(at)}` : 'at the beginning'
  return (
    <Row as="li" className="editor-version" margin={at && <Timestamp at={at} />}>
      <div className="version-line">
        <div>
          {changes.length === 0 && <p>{words}</p>}
          {changes.slice(0, maxShown).map(({ what, before, after }) => (
            <div key={what}>
              <p>{what}</p>
              {(before || after) && (
                <p className="version-change">
                  {before ? <del>{before}</del> : <i>nothing</i>} <Arrow />
                  <span className="sr">became</span> {after || <i>nothing</i>}
                </p>
              )}
            </div>
          ))}
          {changes.length > maxShown && <p className="meta">and {changes.length - maxShown} more</p>}
        </div>
        <span className="version-by">
          Version {number}
          {by && <>, {by}</>}
        </span>
        <span className="version-back">
          {current ? (
            <i>in use</i>
          ) : (
            <TextButton onClick={() => onRestore(version)}>
              Restore
              <span className="sr">
                {' '}
                version {number}, {of}
              </span>
            </TextButton>
          )}
        </span>
      </div>
    </Row>
  )
}
