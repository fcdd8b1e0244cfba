import { type Side, sideOf } from '#domain/order/turn.ts'
import { completedOnName } from '#domain/questionnaire/change-sentences.ts'
import type { NewStep, Phase } from '#domain/step.ts'

/** The phases as people read them. */
export const phaseNames: Record<Phase, string> = {
  'landing page': 'Landing page',
  'full design': 'Full design',
  development: 'Development',
  handover: 'Handover',
}

/** The name of each side whose turn a step may be. */
export const sideNames: Record<Side, string> = { agency: 'Our turn', client: 'Client’s turn' }

/** The text of a step in one respect, for two to be compared. */
export function stepSaysIn(name: string, step: NewStep): string {
  switch (name) {
    case 'value':
      return step.value || '(empty)'
    case 'phase':
      return step.phase ? phaseNames[step.phase] : 'No phase'
    case 'with':
      return sideNames[sideOf(step, [step])]
    case 'completedOn':
      return completedOnName(step)
    default:
      return step.payment ? 'Payment' : 'Not a payment'
  }
}

/** Steps of one phase that follow one another: the first and the last of them, by id. */
export type PhaseRun = { phase: Phase; first: number; last: number }

/** The runs of phases in a list of steps; steps without a phase end a run. */
export function phaseRuns(steps: readonly NewStep[]): PhaseRun[] {
  const runs: (PhaseRun & { end: number })[] = []
  steps.forEach(({ id, phase }, at) => {
    const run = runs.at(-1)
    if (!phase) return
    if (run?.phase === phase && run.end === at - 1) Object.assign(run, { last: id, end: at })
    else runs.push({ phase, first: id, last: id, end: at })
  })
  return runs.map(({ phase, first, last }) => ({ phase, first, last }))
}
