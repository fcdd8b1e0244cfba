import type { NewStep } from '#domain/step.ts'
import { tidyQuestion } from './check-questions.ts'
import { tidyStep } from './check-steps.ts'
import { withBusinessName } from './editing.ts'
import type { Question } from './question.ts'

/** The functions needed to compare and merge versions of a list. */
export type ListKind<Item extends { id: number }> = {
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

function tidyOnce<Item extends { id: number }>(kind: ListKind<Item>, item: Item): Item {
  const known = tidied.get(item) ?? kind.tidy(item)
  tidied.set(item, known)
  return known as Item
}

/** Whether two items say the same in the fields under a name. */
export function sameIn<Item extends { id: number }>(kind: ListKind<Item>, name: string, one: Item, other: Item) {
  if (one === other) return true
  const [a, b] = [tidyOnce(kind, one), tidyOnce(kind, other)]
  return (kind.fields[name] ?? []).every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))
}

/** The names of what two items say differently. */
export const differingFields = <Item extends { id: number }>(kind: ListKind<Item>, one: Item, other: Item): string[] =>
  Object.keys(kind.fields).filter((name) => !sameIn(kind, name, one, other))

/** Whether two lists would be stored as the same. */
export const sameList = <Item extends { id: number }>(
  kind: ListKind<Item>,
  some: readonly Item[],
  others: readonly Item[],
): boolean =>
  some.length === others.length &&
  some.every((each, at) => each.id === others[at]!.id && differingFields(kind, each, others[at]!).length === 0)
