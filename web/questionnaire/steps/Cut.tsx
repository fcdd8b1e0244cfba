import { plural } from '#domain/count.ts'
import { Row } from '#web/kit/Page.tsx'
import type { LoadedPart } from '#web/questionnaire/editing/load.ts'

/** How many strokes are drawn at most: more are said, not drawn. */
const maxStrokes = 46
const later = 10

/** Where the change begins: the orders there are keep their steps, the next one takes these. */
export function Cut({ orders, count }: { orders: LoadedPart<unknown>['orders']; count: number }) {
  const closed = orders.cancelled + orders.completed
  const total = orders.open + closed
  return (
    <Row className="s-cut lines-py-3 rule-below" margin="From the next project on">
      <svg className="w-full h-auto" viewBox="0 0 684 44" aria-hidden="true" preserveAspectRatio="xMinYMid meet">
        <path d={strokes(Math.min(total, maxStrokes), 4)} />
        <path className="s-cut-here" d={`M${edge(total)} 1c-1.5 13-1.7 27-.5 41`} />
        <path className="s-cut-later" d={strokes(later, edge(total) + 14, true)} />
      </svg>
      <p className="meta">
        {total === 0
          ? 'No projects yet.'
          : plural(
              total,
              `{n} existing project keeps its steps (${orders.open} open, ${closed} closed).`,
              `{n} existing projects keep their steps (${orders.open} open, ${closed} closed).`,
            )}{' '}
        <span className="pencil">
          {plural(count, 'New projects get this step.', 'New projects get these {n} steps.')}
        </span>
      </p>
    </Row>
  )
}

const gap = 11.2
const edge = (total: number) => Math.min(total, maxStrokes) * gap + 16

/** Strokes of a hand that counts: none as long as the one before. */
const strokes = (count: number, from: number, even = false): string =>
  Array.from({ length: count }, (_, at) => {
    const top = even ? 13 : 7.4 + ((at * 7) % 3) * 2.8
    return `M${(from + at * gap).toFixed(1)} ${top.toFixed(1)}l-2.4 ${(30 - top).toFixed(1)}`
  }).join('')
