import { Link } from 'react-router-dom'
import { TellMe } from '#web/account/TellMe.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { Leaf, Line, Rubric, Says } from '#web/kit/Leaf.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { LineState } from '#web/live/LineState.tsx'
import type { Section } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useRows } from '#web/live/useRows.ts'
import { useViewer } from '#web/live/viewer.ts'
import { atFirst } from '#web/orders/count.ts'
import { InBar } from '#web/shell/InBar.tsx'
import { ProjectList } from './ProjectList.tsx'

/** A client's current projects, newest first, followed live. */
export function Projects({ open }: { open: Section }) {
  const { of, hasMore, more, fresh, connection } = useRows('userOrder', [open])
  const viewer = useViewer()
  const rows = of('open')
  return (
    <Leaf>
      <InBar>
        <LineState connection={connection} last={lastAt(rows)} />
      </InBar>
      <Says {...says(rows.length, hasMore('open'))} />
      {connection.state === 'offline' && (
        <Line>
          <Offline since={new Date(connection.since).toISOString()}>You can read on.</Offline>
        </Line>
      )}
      <Rubric
        title="Current Projects"
        aside={
          <Link className={buttonClass('line', true)} to="?another">
            Start another project
          </Link>
        }
      />
      <ProjectList
        label="Current Projects"
        rows={rows}
        empty="No Orders Found"
        fresh={fresh}
        viewer={viewer}
        onMore={hasMore('open') ? () => more('open') : undefined}
      />
      <TellMe userId={viewer.id} />
    </Leaf>
  )
}

function says(count: number, goesOn: boolean): { is: string; next: string } {
  if (count === 0) return { is: 'No project is open.', next: 'Start one whenever you like.' }
  if (count === 1) return { is: 'One project is open.', next: 'We write in it, and you can watch.' }
  const projects = goesOn ? `More than ${count}` : atFirst(count)
  return { is: `${projects} projects are open.`, next: 'We write in them, and you can watch.' }
}
