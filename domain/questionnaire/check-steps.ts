import { z } from 'zod'
import { visible } from '#domain/one-line.ts'
import { type NewStep, stepTraits } from '#domain/step.ts'
import { type Checked, checkList, listText, templateId, templateText } from './check-list.ts'

export const maxSteps = 50

const step = z.object(
  { id: templateId, value: templateText('its text', 200).regex(visible, 'its text is missing'), ...stepTraits },
  'it is invalid',
)

/** Checks the progress steps of a template. */
export const checkSteps = (given: unknown): Checked<NewStep> =>
  checkList(given, {
    one: 'Step',
    none: 'Add at least one step',
    most: maxSteps,
    shape: step,
    called: ({ value }) => value,
  })

export const stepsText = listText(checkSteps)

/** A step as it would be stored: without blanks around its text, and without what it does not say of itself. */
export const tidyStep = ({ id, value, phase, payment, with: turn, completedOn }: NewStep): NewStep => ({
  id,
  value: value.trim(),
  ...(phase ? { phase } : {}),
  ...(payment ? { payment } : {}),
  ...(turn ? { with: turn } : {}),
  ...(completedOn ? { completedOn } : {}),
})

/** Returns the problem with each step while it is written, by id: a clause (`its text is missing`). */
export function stepProblems(steps: readonly NewStep[]): Map<number, string> {
  const found = steps.map((each) => [each.id, step.safeParse(tidyStep(each)).error?.issues[0]?.message] as const)
  return new Map(found.filter((each): each is [number, string] => each[1] !== undefined))
}
