import { Link } from 'react-router-dom'
import type { Work } from '#domain/site/works.ts'
import { Picture } from '#web/kit/Picture.tsx'
import { tradeOf, workPath } from './works.ts'
import './Card.css'

type CardProps = {
  work: Work
  /** How wide its cover stands on the page. */
  sizes: string
  /** Whether its page is the one that is open. */
  current?: boolean
}

/** The cover of a project, with a line about whom it is for: the way to its page. */
export const Card = ({ work, sizes, current = false }: CardProps) => (
  <Link className="work-card block no-underline" to={workPath(work)} aria-current={current ? 'page' : undefined}>
    <span className="work-cover block on-paper-2 clip">
      {work.images[0] && <Picture src={work.images[0]} alt="" sizes={sizes} />}
    </span>
    <span className="work-caption grid items-baseline pt-3">
      <i className="pencil" aria-hidden="true">
        {work.id}
      </i>
      <span>
        <b>{work.title}</b> <small className="inline-block small">{tradeOf(work)}</small>
        <span className="block mt-1 text-3 ink-2">{work.displayHeading}</span>
      </span>
    </span>
  </Link>
)
