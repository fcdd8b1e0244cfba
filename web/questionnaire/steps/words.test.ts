import { describe, expect, it } from 'vitest'
import type { NewStep, Phase } from '#domain/step.ts'
import { phaseRuns } from './words.ts'

const steps = (...phases: (Phase | undefined)[]): NewStep[] =>
  phases.map((phase, at) => ({ id: at + 1, value: 'x', ...(phase ? { phase } : {}) }))

describe('the braces of the phases', () => {
  it('take steps of one phase together that follow one another', () =>
    expect(phaseRuns(steps('landing page', 'landing page', 'full design'))).toEqual([
      { phase: 'landing page', first: 1, last: 2 },
      { phase: 'full design', first: 3, last: 3 },
    ]))
  it('end where another phase, or none, stands between', () =>
    expect(phaseRuns(steps('handover', undefined, 'handover', 'development', 'handover'))).toEqual([
      { phase: 'handover', first: 1, last: 1 },
      { phase: 'handover', first: 3, last: 3 },
      { phase: 'development', first: 4, last: 4 },
      { phase: 'handover', first: 5, last: 5 },
    ]))
  it('are none where no step has a phase', () => expect(phaseRuns(steps(undefined, undefined))).toEqual([]))
})
