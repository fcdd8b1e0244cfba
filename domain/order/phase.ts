import { type Phase, phases, type Step } from '#domain/step.ts'
import { openSteps } from './order.ts'

/**
 * The phase the work is in: the first, in the order of the terms, that has a step open. Neither the order of completion
 * nor the place of a step matters. Steps without a phase do not count, and a phase without steps is passed over. Once
 * none is open it is the phase after the last one that has steps: what no step stands for cannot be known to be done.
 * The handover has none after it. Orders opened before steps named their phase, or from a template that does not, have
 * it by the names of their steps. It is undefined when none of them names a phase.
 */
export function phaseOf(steps: readonly Step[]): Phase | undefined {
  const ofSteps = new Set(steps.map(({ phase }) => phase))
  const last = phases.findLast((phase) => ofSteps.has(phase))
  if (last === undefined) return phaseByNames(steps)
  const ofOpenSteps = new Set(openSteps(steps).map(({ phase }) => phase))
  return phases.find((phase) => ofOpenSteps.has(phase)) ?? phases[phases.indexOf(last) + 1] ?? last
}

// The names of the steps of each phase. An agency names its steps itself: a phase goes by the words of the terms.
const landing = /landing/i
const design = /design/i
const building = /develop|launch|deploy/i

function phaseByNames(steps: readonly Step[]): Phase | undefined {
  const arrivals = steps.filter(({ value }) => landing.test(value))
  const designs = steps.filter(({ value }) => design.test(value) && !landing.test(value))
  const builds = steps.filter(({ value }) => building.test(value) && !landing.test(value))
  if (areCompleted(builds)) return 'handover'
  if (areCompleted(designs)) return 'development'
  if (areCompleted(arrivals)) return 'full design'
  return arrivals.length > 0 ? 'landing page' : undefined
}

/** The phase of one step: what it says, or in an order from before steps did, what its name says. */
function phaseOfStep({ phase, value }: Step, steps: readonly Step[]): Phase | undefined {
  if (steps.some(({ phase }) => phase)) return phase
  if (landing.test(value)) return 'landing page'
  if (design.test(value)) return 'full design'
  return building.test(value) ? 'development' : undefined
}

/** When the work left a phase behind: as the last of its steps, or of those before, was done. Undefined while it has not. */
export function phaseDoneAt(steps: readonly Step[], phase: Phase): string | undefined {
  const last = phases.indexOf(phase)
  const now = phaseOf(steps)
  if (now === undefined || phases.indexOf(now) <= last) return undefined
  return steps.reduce((latest, step) => {
    const of = phaseOfStep(step, steps)
    const at = step.completedBy?.at
    return of && at && phases.indexOf(of) <= last && at > latest ? at : latest
  }, '')
}

const areCompleted = (steps: readonly Step[]): boolean => steps.length > 0 && steps.every(({ status }) => status === 1)
