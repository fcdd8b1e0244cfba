import type { Work } from '#domain/site/works.ts'
import { Button } from '#web/kit/Button.tsx'
import { workLead } from '#web/site/content.ts'
import { Section } from '#web/site/Section.tsx'
import { Card } from './Card.tsx'
import { useSlider } from './useSlider.ts'
import './WorkSlider.css'

/** The six projects, as a row of their covers. */
export function WorkSlider({ works }: { works: readonly Work[] | undefined }) {
  const { strip, at, step, onKeyDown } = useSlider(works?.length ?? 0)
  if (!works) return <Missing />
  return (
    <Section
      id="work"
      title="Work"
      lead={workLead}
      aside={
        <div className="slider-pager flex items-center gap-1 serif tabular ink-2">
          <Turn label="Previous project" shut={at === 0} onTurn={() => step(-1)} path={back} />
          <p role="status">
            <span className="sr">Project</span> {at + 1} of {works.length}
          </p>
          <Turn label="Next project" shut={at === works.length - 1} onTurn={() => step(1)} path={onward} />
        </div>
      }
    >
      <ol ref={strip} className="slider flex gap-4 no-scrollbar scroll-x" onKeyDown={onKeyDown}>
        {works.map((work) => (
          <li key={work.id}>
            <Card work={work} sizes="(min-width: 83rem) 60rem, (min-width: 43rem) 72vw, 86vw" />
          </li>
        ))}
      </ol>
    </Section>
  )
}

type TurnProps = { label: string; shut: boolean; onTurn(): void; path: string }

/** A button of the slider. At its end it is shut, but keeps the focus. */
const Turn = ({ label, shut, onTurn, path }: TurnProps) => (
  <button
    className="grid place-center rounded"
    type="button"
    aria-label={label}
    aria-disabled={shut}
    onClick={shut ? undefined : onTurn}
  >
    <svg className="pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)

const onward = 'M3 10.2c4.6-.5 9-.4 13.6-.2M12 5.6c1.3 1.9 2.8 3.3 4.8 4.4-2 .9-3.6 2.2-5 4.3'
const back = 'M17 10.2c-4.6-.5-9-.4-13.6-.2M8 5.6C6.7 7.5 5.2 8.9 3.2 10c2 .9 3.6 2.2 5 4.3'

/** The server did not say what the projects are. The rest of the page goes on. */
const Missing = () => (
  <Section id="work" title="Work" lead="Our work couldn’t be loaded.">
    <Button type="button" kind="line" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </Section>
)
