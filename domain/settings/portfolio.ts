import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { type Work, type WorkTexts, works } from '#domain/site/works.ts'

/** The texts of a project as visitors see them. */
export const workText = {
  displayHeading: z.string(),
  title: z.string(),
  description: z.string(),
  client: z.string(),
  role: z.string(),
  website: z.string(),
  points: z.array(z.string()),
}

/** The names of the texts of a project. */
export const workFields = Object.keys(workText) as (keyof WorkTexts)[]

/** The texts written about a project in place of those of the content. */
const workTexts = z.object(workText).partial()

/** The texts by the project's id. An absent one is that of the content. */
export const portfolioTexts = z.record(z.string(), workTexts)
export type PortfolioTexts = z.infer<typeof portfolioTexts>

/** The portfolio was revised: it has all of its texts, not the changes. */
export const PortfolioRevised = defineEvent('PortfolioRevised', allClear({ works: portfolioTexts }), {
  kind: 'settings.portfolio',
  sentence: 'Changed the portfolio',
  apply: (_: PortfolioTexts, { works }): PortfolioTexts => works,
})

/** An event of the portfolio, as answers and live updates have it. */
export const portfolioEvent = wireEvent('PortfolioEvent', dataOf({ PortfolioRevised }))

export const portfolios = defineAggregate({
  name: 'portfolio',
  initial: {} as PortfolioTexts,
  events: { PortfolioRevised },
  live: { to: 'everyone', as: portfolioEvent },
})
export type PortfolioEvent = EventsOf<typeof portfolios.events>

/** The one portfolio there is. */
export const portfolioId = '1'

/** All projects: pictures from the content, texts as the agency wrote them. */
export const worksOf = (texts: PortfolioTexts): Work[] =>
  works.map((work) => ({ ...work, ...(texts[String(work.id)] as Partial<WorkTexts> | undefined) }))

/** The texts of a project that are still, or in part, the invented ones of the content. */
export function exampleTexts(work: Work): (keyof WorkTexts)[] {
  const content = works.find(({ id }) => id === work.id)!
  return workFields.filter((field) => {
    const invented = [content[field]].flat()
    return [work[field]].flat().some((text) => invented.includes(text))
  })
}

/** The projects that visitors see: in the demo all, of a real agency those that have no invented text left. */
export const publishedWorks = (texts: PortfolioTexts, demo: boolean): Work[] =>
  worksOf(texts).filter((work) => demo || exampleTexts(work).length === 0)
