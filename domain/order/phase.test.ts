import { describe, expect, it } from 'vitest'
import { defaultSteps } from '../template/default.ts'
import { phaseOf } from './phase.ts'

const signedTo = (last: number) =>
  defaultSteps.map((step) => ({ ...step, status: step.id <= last ? (1 as const) : (0 as const) }))

describe('the phase of the work', () => {
  it.each([
    [0, 'landing page'],
    [4, 'landing page'],
    [5, 'full design'],
    [6, 'development'],
    [7, 'handover'],
    [8, 'handover'],
  ])('with %i steps signed is %s', (signed, phase) => expect(phaseOf(signedTo(signed))).toBe(phase))

  it('cannot be told from steps that name none', () =>
    expect(phaseOf([{ id: 1, value: 'Tea', status: 1 }])).toBeUndefined())
})
