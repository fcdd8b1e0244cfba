import type { OrderStatus } from '#domain/order/fields.ts'
import { closedTitle } from '#domain/words/client-titles.ts'
import { Offline } from '#web/kit/Loading.tsx'
import { Page, PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import type { Section } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useRows } from '#web/live/useRows.ts'
import { useViewer } from '#web/live/viewer.ts'
import { InBar } from '#web/shell/InBar.tsx'
import { ProjectList } from './ProjectList.tsx'

/** The statuses of closed orders, in the order they are shown. */
export const closedStatuses = ['cancelled', 'completed'] as const satisfies readonly OrderStatus[]

const words = {
  cancelled: { title: 'Cancelled Project', empty: 'No Cancelled Orders Found' },
  completed: { title: 'Completed Project', empty: 'No Completed Orders Found' },
}

/** A client's closed projects, followed live: one that is reopened goes back to the dashboard. */
export function ClosedProjects({ sections }: { sections: readonly Section[] }) {
  const { rowsIn, hasMore, more, recent, offlineSince } = useRows('userOrder', sections)
  const viewer = useViewer()
  const made = useListsMade()
  const shown = closedStatuses.map((status) => ({ status, rows: rowsIn(status), goesOn: hasMore(status) }))
  const [cancelled, completed] = shown.map(({ rows }) => rows.length) as [number, number]
  return (
    <Page>
      <InBar>
        <ConnectionStatus last={lastAt(shown.flatMap(({ rows }) => rows))} />
      </InBar>
      <PageTitle
        {...(made < 100
          ? whileMade(made)
          : closedTitle(
              completed,
              cancelled,
              shown.some(({ goesOn }) => goesOn),
            ))}
      />
      {offlineSince && (
        <Row>
          <Offline since={offlineSince}>You can keep reading. Updates appear when you’re back online.</Offline>
        </Row>
      )}
      {shown.map(({ status, rows, goesOn }) => (
        <section key={status} aria-label={words[status].title}>
          <SectionHeader title={words[status].title} />
          <ProjectList
            label={words[status].title}
            rows={rows}
            empty={words[status].empty}
            recent={recent}
            viewer={viewer}
            onMore={goesOn ? () => more(status) : undefined}
          />
        </section>
      ))}
    </Page>
  )
}
