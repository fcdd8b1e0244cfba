import { counted } from '#domain/count.ts'
import { fieldLabel } from '#domain/settings/field-label.ts'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import type { Version, Versions } from './versions.ts'
import './Earlier.css'

/** Shows who changed what and when, newest first, once it is requested. */
export function Earlier({ versions: { all, hasMore, more } }: { versions: Versions }) {
  if (all.length === 0) return null
  return (
    <details className="earlier">
      <summary className="block pointer target small">
        <span>{hasMore ? 'Latest changes' : counted(all.length, 'change')}</span>
      </summary>
      <ol>
        {all.map((version) => (
          <VersionRow key={version.revision} version={version} />
        ))}
      </ol>
      {hasMore && (
        <Row className="earlier-more" bodyClass="py-3">
          <LoadMore onMore={more}>Show earlier changes</LoadMore>
        </Row>
      )}
    </details>
  )
}

const VersionRow = ({ version: { at, by, changes } }: { version: Version }) => (
  <Row as="li" className="version lines-py-3 rule-above" margin={<Timestamp at={at} />}>
    <p className="meta">{by}</p>
    <dl className="grid gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="small">{fieldLabel(field)}</dt>
          <dd className="pre-line break-anywhere">
            {before !== undefined && <del>{shown(field, before)}</del>}{' '}
            {after === undefined ? <i>removed</i> : <ins>{shown(field, after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  </Row>
)

/** A logo is told apart by its file, which says nothing to a reader. */
const shown = (field: string, text: string) => (field === 'logo' ? 'image' : text)
