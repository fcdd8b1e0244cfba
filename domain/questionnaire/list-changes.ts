import type { NewStep } from '#domain/step.ts'
import { tidyQuestion, tidyStep } from './check.ts'
import { withBusinessName } from './editing.ts'
import type { Question } from './question.ts'

/** What a list is made of: items that are told apart by their id. */
export type Identified = { id: number }

/** The functions needed to compare and merge versions of a list. */
export type ListKind<Item extends Identified> = {
  /** The fields of an item, those together that say one thing. Two people may change different ones of one item. */
  fields: Readonly<Record<string, readonly (keyof Item)[]>>
  /** An item as it would be stored: items are compared like this. */
  tidy(item: Item): Item
  /** An item as a copy of it begins, without what one item of a list has alone. */
  copied(item: Item): Item
  /** The items after one of them was given another id, with what points to it. */
  renumbered(items: readonly Item[], from: number, to: number): Item[]
}

export const questionList: ListKind<Question> = {
  fields: {
    question: ['question'],
    description: ['description'],
    answerType: ['answerType', 'answerObject', 'multipleChoiceArray', 'checkBoxArray'],
    required: ['required'],
    businessName: ['businessName'],
    condition: ['dependQuestion', 'dependAnswer'],
  },
  tidy: tidyQuestion,
  copied: (question) => withBusinessName(question, false),
  renumbered: (questions, from, to) =>
    questions.map((each) => ({
      ...each,
      id: each.id === from ? to : each.id,
      dependQuestion: each.dependQuestion === from ? to : each.dependQuestion,
    })),
}

export const stepList: ListKind<NewStep> = {
  fields: { value: ['value'], phase: ['phase'], with: ['with'], payment: ['payment'], completedOn: ['completedOn'] },
  tidy: tidyStep,
  copied: (step) => step,
  renumbered: (steps, from, to) => steps.map((each) => (each.id === from ? { ...each, id: to } : each)),
}

// Items are never changed in place, and most of a list is the same in all its versions.
const tidied = new WeakMap<object, object>()

function tidyOnce<Item extends Identified>(kind: ListKind<Item>, item: Item): Item {
  const known = tidied.get(item) ?? kind.tidy(item)
  tidied.set(item, known)
  return known as Item
}

/** Whether two items say the same in the fields under a name. */
export function sameIn<Item extends Identified>(kind: ListKind<Item>, name: string, one: Item, other: Item) {
  if (one === other) return true
  const [a, b] = [tidyOnce(kind, one), tidyOnce(kind, other)]
  return (kind.fields[name] ?? []).every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))
}

/** The names of what two items say differently. */
export const differingFields = <Item extends Identified>(kind: ListKind<Item>, one: Item, other: Item): string[] =>
  Object.keys(kind.fields).filter((name) => !sameIn(kind, name, one, other))

/** Whether two lists would be stored as the same. */
export const sameList = <Item extends Identified>(
  kind: ListKind<Item>,
  some: readonly Item[],
  others: readonly Item[],
): boolean =>
  some.length === others.length &&
  some.every((each, at) => each.id === others[at]!.id && differingFields(kind, each, others[at]!).length === 0)

/** One difference between two versions of a list. `from` and `to` are places, counted from 1. */
export type ListChange<Item> =
  | { kind: 'added'; item: Item; to: number }
  | { kind: 'removed'; item: Item; from: number }
  | { kind: 'changed'; before: Item; after: Item; fields: string[]; to: number }
  | { kind: 'moved'; item: Item; from: number; to: number }

/** Returns the changes from one version of a list to the other: items in the order of the later one, then removed ones. */
export function changesBetween<Item extends Identified>(
  kind: ListKind<Item>,
  before: readonly Item[],
  after: readonly Item[],
): ListChange<Item>[] {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const moved = movedIds(before, after)
  const changes = after.flatMap((item, at): ListChange<Item>[] => {
    const from = places.get(item.id)
    if (from === undefined) return [{ kind: 'added', item, to: at + 1 }]
    const fields = differingFields(kind, before[from]!, item)
    return [
      ...(fields.length > 0
        ? [{ kind: 'changed' as const, before: before[from]!, after: item, fields, to: at + 1 }]
        : []),
      ...(moved.has(item.id) ? [{ kind: 'moved' as const, item, from: from + 1, to: at + 1 }] : []),
    ]
  })
  const left = new Set(after.map(({ id }) => id))
  const removed = before.flatMap((item, at): ListChange<Item>[] =>
    left.has(item.id) ? [] : [{ kind: 'removed', item, from: at + 1 }],
  )
  return [...changes, ...removed]
}

/** The fewest items of both lists that were taken up and put down elsewhere, by id. */
export function movedIds(before: readonly Identified[], after: readonly Identified[]): Set<number> {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const common = after.filter(({ id }) => places.has(id))
  const stayed = new Set(longestIncreasing(common.map(({ id }) => places.get(id)!)))
  return new Set(common.filter(({ id }) => !stayed.has(places.get(id)!)).map(({ id }) => id))
}

/** The longest rising part of some different numbers (the first of several). */
function longestIncreasing(numbers: readonly number[]): number[] {
  const best: number[][] = []
  numbers.forEach((number, at) => {
    const before = best.slice(0, at).filter((run) => run.at(-1)! < number)
    best.push([...before.reduce((one, other) => (other.length > one.length ? other : one), [] as number[]), number])
  })
  return best.reduce((one, other) => (other.length > one.length ? other : one), [] as number[])
}
