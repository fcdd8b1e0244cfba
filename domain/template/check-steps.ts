import { z } from 'zod'
import { type NewStep, stepTraits } from '../step.ts'
import { type Checked, checkList, listText, templateId, templateText } from './check-list.ts'

export const maxSteps = 50

const step = z.object(
  { id: templateId, value: templateText('its text', 200).min(1, 'its text is missing'), ...stepTraits },
  'it cannot be read',
)

/** Checks the progress steps of a template. */
export const checkSteps = (given: unknown): Checked<NewStep> =>
  checkList(given, {
    one: 'Step',
    none: 'A project has at least one step',
    most: maxSteps,
    shape: step,
    called: ({ value }) => value,
  })

export const stepsText = listText(checkSteps)

const line = ({ id, value, phase, payment, with: turn }: NewStep) => [id, value, phase, payment, turn]

/** Whether two trackers have the same steps in the same order. */
export const sameSteps = (some: readonly NewStep[], others: readonly NewStep[]): boolean =>
  JSON.stringify(some.map(line)) === JSON.stringify(others.map(line))
