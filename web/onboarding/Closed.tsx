import type { OrderStatus } from '#domain/order/order.ts'
import { Leaf, Line, Rubric, Says } from '#web/kit/Leaf.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { LineState } from '#web/live/LineState.tsx'
import type { Section } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useRows } from '#web/live/useRows.ts'
import { useViewer } from '#web/live/viewer.ts'
import { atFirst, inWords } from '#web/orders/count.ts'
import { InBar } from '#web/shell/InBar.tsx'
import { ProjectList } from './ProjectList.tsx'

/** The sections of the history, in the order they are shown. */
export const closed = ['cancelled', 'completed'] as const satisfies readonly OrderStatus[]

const words = {
  cancelled: { title: 'Cancelled Project', empty: 'No Cancelled Orders Found' },
  completed: { title: 'Completed Project', empty: 'No Completed Orders Found' },
}

/** A client's closed projects, followed live: one that is reopened goes back to the dashboard. */
export function Closed({ sections }: { sections: readonly Section[] }) {
  const { of, hasMore, more, fresh, connection } = useRows('userOrder', sections)
  const viewer = useViewer()
  const shown = closed.map((status) => ({ status, rows: of(status), goesOn: hasMore(status) }))
  const [cancelled, completed] = shown.map(({ rows }) => rows.length) as [number, number]
  return (
    <Leaf>
      <InBar>
        <LineState connection={connection} last={lastAt(shown.flatMap(({ rows }) => rows))} />
      </InBar>
      <Says
        {...says(
          completed,
          cancelled,
          shown.some(({ goesOn }) => goesOn),
        )}
      />
      {connection.state === 'offline' && (
        <Line>
          <Offline since={new Date(connection.since).toISOString()}>You can read on.</Offline>
        </Line>
      )}
      {shown.map(({ status, rows, goesOn }) => (
        <section key={status} aria-label={words[status].title}>
          <Rubric title={words[status].title} />
          <ProjectList
            label={words[status].title}
            rows={rows}
            empty={words[status].empty}
            fresh={fresh}
            viewer={viewer}
            onMore={goesOn ? () => more(status) : undefined}
          />
        </section>
      ))}
    </Leaf>
  )
}

function says(completed: number, cancelled: number, goesOn: boolean): { is: string; next: string } {
  if (completed + cancelled === 0) return { is: 'No project is closed yet.', next: 'What is open is on the dashboard.' }
  if (goesOn) return { is: 'Many projects are closed.', next: 'All of them stay readable.' }
  const projects = (count: number) => (count === 1 ? 'project is' : 'projects are')
  if (completed === 0)
    return { is: `${atFirst(cancelled)} ${projects(cancelled)} cancelled.`, next: 'It all stays readable.' }
  return {
    is: `${atFirst(completed)} ${projects(completed)} completed${cancelled ? `, ${inWords(cancelled)} cancelled` : ''}.`,
    next: 'It all stays readable.',
  }
}
