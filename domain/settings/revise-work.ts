import { z } from 'zod'
import { defineCommand } from '#domain/action.ts'
import { hasChanges, nothingToChange } from '#domain/command.ts'
import { multilineText, singleLineText, webLink } from '#domain/order/input.ts'
import { type WorkTexts, works } from '#domain/site/works.ts'
import { PortfolioRevised, type PortfolioTexts, workFields, worksOf } from './portfolio.ts'

/** How many points there are of each project. */
const pointCount = 5

const line = (message: string) => singleLineText(message, 200)

/** The changes of one project: a text that is left out stays as it is, null is that of the content. */
const fields = z.strictObject({
  id: z.coerce
    .number('The project id is missing or invalid')
    .refine((id) => works.some((work) => work.id === id), 'This project doesn’t exist'),
  displayHeading: line('Please enter a heading').nullish(),
  title: line('Please enter a title').nullish(),
  description: multilineText('Please enter a description', 4_000).nullish(),
  client: line('Please enter the client').nullish(),
  role: line('Please enter your role').nullish(),
  website: webLink('Please enter the website’s URL').nullish(),
  points: z
    .array(singleLineText('Please enter all 5 points', 300), 'Please enter all 5 points')
    .length(pointCount, 'Please enter all 5 points')
    .nullish(),
})

const input = fields.refine(({ id: _, ...changes }) => hasChanges(changes), nothingToChange)

/** Writes the texts of a project of the portfolio. */
export const reviseWork = defineCommand('updateWork', input, {
  summary: 'Update a portfolio project; null restores the original, omitted fields stay unchanged',
  call: 'PUT /api/update-work',
  logged: { admin: 'changed a portfolio project' },
  scope: 'settings:write',
  roles: ['admin'],
  success: 'Portfolio updated',
  decide(before: PortfolioTexts, { id, ...changes }) {
    const content = works.find((work) => work.id === id)!
    const now = worksOf(before).find((work) => work.id === id)!
    const after = workFields.map((field) => {
      const change = changes[field]
      return [field, change === undefined ? now[field] : (change ?? content[field])] as const
    })
    if (after.every(([field, text]) => same(text, now[field]))) return []
    // What is as the content says is not held: it follows when the content does.
    const written = after.filter(([field, text]) => !same(text, content[field]))
    const { [String(id)]: _, ...others } = before
    const texts = Object.fromEntries(written) as Partial<WorkTexts>
    const all = written.length > 0 ? { ...others, [id]: texts } : others
    return [PortfolioRevised({ works: all as PortfolioTexts })]
  },
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
