import { z } from 'zod'
import { parseJson } from '#domain/contract/json.ts'

/** A fault of a template: its place, as a path into its list, and a sentence that names the place. */
type ListIssue = { path: (string | number)[]; message: string }

/** The result of checking a list that came over the wire: with any fault, no items. */
export type Checked<Item> = { items: Item[]; issues: ListIssue[] }

/** The description of a list: its name for people, its items’ schema and names, and how many there may be. */
type ListOf<Item> = {
  one: string
  none: string
  most: number
  shape: z.ZodType<Item>
  called(item: Item): string
}

export const templateId = z
  .int('its id must be a whole number')
  .positive('its id must be 1 or more')
  .max(1_000_000_000, 'its id is too large')

/** A text of a template, without the blanks around it; `what` begins the sentence that says what is wrong with it. */
export const templateText = (what: string, longest: number) =>
  z.string(`${what} is missing`).trim().max(longest, `${what} can have at most ${longest} characters`)

/** Checks each item by itself, how many there are, and that their ids tell them apart. */
export function checkList<Item extends { id: number }>(given: unknown, list: ListOf<Item>): Checked<Item> {
  const { one, none, most, shape, called } = list
  const only = (message: string) => ({ items: [], issues: [{ path: [], message }] })
  if (!Array.isArray(given)) return only(`This must be a list of ${one.toLowerCase()}s`)
  if (given.length === 0) return only(none)
  if (given.length > most) return only(`You can have up to ${most} ${one.toLowerCase()}s`)
  const issues: ListIssue[] = []
  const items: Item[] = []
  const places = new Map<number, number>()
  given.forEach((each: unknown, at) => {
    const { success, data, error } = shape.safeParse(each)
    if (!success) {
      for (const { path, message } of error.issues) issues.push(issueAt(one, at, textIn(each), path, message))
      return
    }
    const twin = places.get(data.id)
    if (twin === undefined) places.set(data.id, at)
    else issues.push(issueAt(one, at, called(data), ['id'], `it has the same id as ${one.toLowerCase()} ${twin + 1}`))
    items.push(data)
  })
  return { items: issues.length > 0 ? [] : items, issues }
}

/** A fault of one item, named by its place on the page and its text: `Question 3 (“Where is it?”): …`. */
export function issueAt(one: string, at: number, text: string, path: PropertyKey[], problem: string): ListIssue {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return {
    path: [at, ...path.map((key) => (typeof key === 'number' ? key : String(key)))],
    message: `${one} ${at + 1}${short ? ` (“${short}”)` : ''}: ${problem}`,
  }
}

function textIn(each: unknown): string {
  const { question, value } = (typeof each === 'object' && each ? each : {}) as { question?: unknown; value?: unknown }
  for (const text of [question, value]) if (typeof text === 'string') return text.trim()
  return ''
}

/** A list as JSON text, checked: each fault becomes an issue of its own, under its path. */
export const listText = <Item>(check: (given: unknown) => Checked<Item>) =>
  z.string('The request is invalid').transform((text, context): Item[] => {
    const { items, issues } = check(parseJson(text))
    for (const { path, message } of issues) context.issues.push({ code: 'custom', input: text, path, message })
    return items
  })
