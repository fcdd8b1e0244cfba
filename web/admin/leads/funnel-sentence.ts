import type { FunnelStep } from '#domain/funnel/steps.ts'
import type { StepNumbers } from './stroke.ts'

/** A number as it is written in India: `1,240`. */
export const figure = (count: number): string => count.toLocaleString('en-IN')

/** Where those stopped who came no further than a step. */
const places: Record<Exclude<FunnelStep, 'registered'>, string> = {
  start: 'before the test',
  test: 'in the test',
  failed: 'after failing the test',
  success: 'after passing the test',
  details: 'at the form',
  analyzing: 'while waiting for prices',
  pricing: 'at the prices',
  offerings: 'at the offerings',
  confirm: 'at the last form',
}

/** What the numbers come to: how many began and registered; and where most of the others stopped. */
export function funnelSentence(numbers: readonly StepNumbers[]): [string, string] {
  const reached = (step: FunnelStep) => numbers.find((each) => each.step === step)?.reached ?? 0
  const began = reached('start')
  if (began === 0) return ['No visitors yet.', '']
  const title = `${figure(reached('registered'))} of ${figure(began)} visitors registered.`
  const [most] = numbers
    .filter(({ step, stopped }) => step !== 'registered' && stopped > 0)
    .toSorted((a, b) => b.stopped - a.stopped)
  if (!most) return [title, '']
  return [title, `Most others (${figure(most.stopped)}) left ${places[most.step as keyof typeof places]}.`]
}
