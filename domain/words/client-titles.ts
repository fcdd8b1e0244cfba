import { digits, plural } from '#domain/count.ts'
import type { Headline } from './headline.ts'

type OpenProjects = {
  open: number
  /** Whether there are more than were counted. */
  goesOn: boolean
  /** How many wait for the client. */
  waiting: number
  /** The first of those: its name, its step, and since when (`Friday`), unless that is a payment beside the agency’s turn. */
  first?: { project: string; step: string; since?: string } | undefined
}

/** The headline of a client’s dashboard, with several projects, or none. */
export function projectsTitle({ open, goesOn, waiting, first }: OpenProjects): Headline {
  if (open === 0) return { title: 'No open projects.', next: 'Start one whenever you like.' }
  if (!first) {
    if (goesOn) return { title: `More than ${digits(open)} open projects.` } // whose turn it is in the others is not known
    return { title: plural(open, '{n} open project.', '{n} open projects.'), next: 'It’s our turn in all of them.' }
  }
  const yours = digits(waiting)
  const title = goesOn
    ? `More than ${digits(open)} open projects, ${yours} waiting for you.`
    : plural(open, '{n} open project, waiting for you.', `{n} open projects, ${yours} waiting for you.`)
  const since = first.since === undefined ? '' : `, since ${first.since}`
  return { title, next: `${first.project}: ${first.step}${since}.` }
}

/** The headline of the list of a client's closed projects. `goesOn`: there are more than were counted. */
export function closedTitle(completed: number, cancelled: number, goesOn: boolean): Headline {
  const next = completed + cancelled === 1 ? 'You can still open it.' : 'You can still open all of them.'
  if (completed + cancelled === 0)
    return { title: 'No closed projects yet.', next: 'Your open projects are on the dashboard.' }
  if (goesOn) return { title: 'Your closed projects.', next }
  if (completed === 0) return { title: plural(cancelled, '{n} cancelled project.', '{n} cancelled projects.'), next }
  if (cancelled === 0) return { title: plural(completed, '{n} completed project.', '{n} completed projects.'), next }
  const others = digits(cancelled)
  const one = `{n} completed project, ${others} cancelled.`
  return { title: plural(completed, one, `{n} completed projects, ${others} cancelled.`), next }
}
