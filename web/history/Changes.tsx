import type { Difference } from '#domain/order/differences.ts'
import { arrowRight } from '#web/kit/marks.tsx'
import './Changes.css'

type ChangesProps = {
  changes: readonly Difference[]
  /** The text beside it: a subject that is named there is not repeated. */
  beside?: string
}

/** Shows changes, each as it was, struck out, and as it is: those that the text beside them does not say by itself. */
export function Changes({ changes, beside = '' }: ChangesProps) {
  const shown = changes.filter(
    ({ about, before, after }) => before !== undefined || !beside.includes(`${about} ${after}`),
  )
  if (shown.length === 0) return null
  return (
    <span className="changes block pre-line break-anywhere">
      {shown.map(({ about, before, after }) => (
        <span key={about + before + after} className="change block">
          {!beside.includes(about) && (
            <span className="change-about sans-2-14 ink-2">
              {before === undefined && after === undefined ? about : /[.?!]$/.test(about) ? `${about} ` : `${about}: `}
            </span>
          )}
          {(before !== undefined || after !== undefined) && (
            <>
              <del>{before ?? 'none'}</del>
              <svg className="change-arrow no-fill round-caps" viewBox="0 0 20 20" role="img" aria-label="changed to">
                <path d={arrowRight} />
              </svg>
              <ins>{after ?? 'none'}</ins>
            </>
          )}
        </span>
      ))}
    </span>
  )
}
