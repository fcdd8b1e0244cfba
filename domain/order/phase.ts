import type { Step } from '../step.ts'
import type { Phase } from './money.ts'

// What the steps of each phase are called. An agency names its steps itself: a phase goes by the words of the terms.
const landing = /landing/i
const design = /design/i
const building = /develop|launch|deploy/i

/** How far the work has come, as far as the names of the steps tell; undefined when none of them is about a phase. */
export function phaseOf(steps: readonly Step[]): Phase | undefined {
  const landings = steps.filter(({ value }) => landing.test(value))
  const designs = steps.filter(({ value }) => design.test(value) && !landing.test(value))
  const builds = steps.filter(({ value }) => building.test(value) && !landing.test(value))
  if (areSigned(builds)) return 'handover'
  if (areSigned(designs)) return 'development'
  if (areSigned(landings)) return 'full design'
  return landings.length > 0 ? 'landing page' : undefined
}

const areSigned = (steps: readonly Step[]): boolean => steps.length > 0 && steps.every(({ status }) => status === 1)
