import { type Work, works } from './works.ts'

/** A work as an agency may tell it: nothing of its texts is the example’s any more, and each is as long. */
export const ownWork = (work: Work): Work => ({
  ...work,
  displayHeading: own(work.displayHeading),
  title: own(work.title),
  description: own(work.description),
  client: work.client.replace(work.title, own(work.title)),
  role: own(work.role),
  website: `${work.website}/new`,
  points: work.points.map(own),
})

const own = (text: string) => text.replace(/\.?$/, '!')

/** All works, as an agency may tell them. */
export const ownWorks: readonly Work[] = works.map(ownWork)
