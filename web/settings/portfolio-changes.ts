import type { z } from 'zod'
import type { reviseWork } from '#domain/settings/revise-work.ts'
import type { Work, WorkTexts } from '#domain/site/works.ts'

type PointName = `points.${0 | 1 | 2 | 3 | 4}`

/** The values of the form of a project: each point by itself. */
export type WorkValues = Omit<WorkTexts, 'points'> & Record<PointName, string>

export const workValues = ({ displayHeading, title, description, client, role, website, points }: Work): WorkValues =>
  ({
    ...{ displayHeading, title, description, client, role, website },
    ...Object.fromEntries(points.map((point, at) => [`points.${at}`, point])),
  }) as WorkValues

type Body = Omit<z.input<typeof reviseWork.input>, 'id'>

/** Returns the body of `update-work` for changes in the form: the points all five, with those that stand as they are. */
export function workChanges(changes: Partial<WorkValues>, now: Work): Body {
  const isPoint = (name: string): name is PointName => name.startsWith('points.')
  const texts = Object.entries(changes).filter(([name]) => !isPoint(name))
  const points = Object.entries(changes).filter(([name]) => isPoint(name))
  const all = points.reduce((all, [name, text]) => all.with(Number(name.slice(-1)), text ?? ''), now.points)
  return { ...Object.fromEntries(texts), ...(points.length > 0 ? { points: all } : {}) }
}
