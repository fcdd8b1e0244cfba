import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import { type NewStep, type Phase, phases, type Step } from '#domain/step.ts'
import { refundIfCancelled } from './invoice.ts'
import { phaseOf } from './phase.ts'

/** Steps of which some are signed, by id. */
const withSigned = (steps: readonly NewStep[], ...signed: number[]): Step[] =>
  steps.map((step) => ({ ...step, status: signed.includes(step.id) ? 1 : 0 }))
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
/** A step for each of some phases, the first with the id 1; undefined stands for a step without a phase. */
const stepsOf = (...each: (Phase | undefined)[]): NewStep[] =>
  each.map((phase, at) => ({ id: at + 1, value: `Step ${at + 1}`, ...(phase ? { phase } : {}) }))

const stages: [number, Phase][] = [
  [0, 'landing page'],
  [4, 'landing page'],
  [5, 'full design'],
  [6, 'development'],
  [7, 'handover'],
  [8, 'handover'],
]

describe('the phase of the work', () => {
  // spec: 4.35
  it.each(stages)('with %i steps signed is %s', (signed, phase) =>
    expect(phaseOf(withSigned(defaultSteps, ...upTo(signed)))).toBe(phase),
  )

  // spec: 4.39
  it.each<Partial<NewStep>>([{}, { phase: 'development' }])(
    'is not what an open step is called: a redesign of reports, with %j, is no design phase',
    (more) => {
      const steps = withSigned([...defaultSteps, { id: 9, value: 'Redesign of reports', ...more }], ...upTo(6))
      expect(phaseOf(steps)).toBe('development')
      const paidInFull = { paid: 45_000_00, actual: 45_000_00, revisions: 0 }
      expect(refundIfCancelled(paidInFull, phaseOf(steps)!)).toBe(9_000_00)
    },
  )

  it('is the first one that has a step open, in whatever order they were signed', () => {
    const steps = stepsOf('landing page', 'full design', 'full design', 'development', 'handover')
    expect(phaseOf(withSigned(steps, 2, 3, 4, 5))).toBe('landing page')
    expect(phaseOf(withSigned(steps, 1, 3, 4))).toBe('full design')
    expect(phaseOf(withSigned(steps, 1, 2, 3, 5))).toBe('development')
    expect(phaseOf(withSigned(steps, 1, 2, 3, 4))).toBe('handover')
  })
  it('goes back when a step is opened again', () => {
    const steps = stepsOf('landing page', 'full design', 'development')
    expect(phaseOf(withSigned(steps, 1, 2))).toBe('development')
    expect(phaseOf(withSigned(steps, 2))).toBe('landing page')
  })
  it('takes no notice of where in the list a step stands', () => {
    const steps = stepsOf('handover', 'development', 'full design', 'landing page')
    expect(phaseOf(withSigned(steps, 4))).toBe('full design')
    expect(phaseOf(withSigned(steps, 3, 4))).toBe('development')
  })
  it('takes no notice of steps without a phase', () => {
    const steps = stepsOf(undefined, 'landing page', undefined, 'development', undefined)
    expect(phaseOf(withSigned(steps, 2))).toBe('development')
    expect(phaseOf(withSigned(steps, 1, 3, 5))).toBe('landing page')
  })
  it('passes over a phase without steps', () =>
    expect(phaseOf(withSigned(stepsOf('landing page', 'development'), 1))).toBe('development'))
  it.each<[Phase[], Phase]>([
    [['landing page'], 'full design'],
    [['landing page', 'full design'], 'development'],
    [['landing page', 'development'], 'handover'],
    [['handover', 'landing page'], 'handover'],
    [['handover'], 'handover'],
  ])('is, once all steps of %j are signed, the one after: %s', (of, phase) => {
    const steps = stepsOf(...of)
    expect(phaseOf(withSigned(steps, ...steps.map(({ id }) => id)))).toBe(phase)
  })
  it('never goes back when one more step is signed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ phase: fc.constantFrom(undefined, ...phases), signed: fc.boolean() }), { minLength: 1 }),
        fc.nat(),
        (rows, which) => {
          fc.pre(rows.some(({ phase }) => phase))
          const steps = stepsOf(...rows.map(({ phase }) => phase))
          const signed = steps.filter((_, at) => rows[at]!.signed).map(({ id }) => id)
          const more = withSigned(steps, ...signed, (which % steps.length) + 1)
          const before = phases.indexOf(phaseOf(withSigned(steps, ...signed))!)
          expect(phases.indexOf(phaseOf(more)!)).toBeGreaterThanOrEqual(before)
        },
      ),
    ))
})

describe('the phase of an order from before steps had one', () => {
  const named = defaultSteps.map(({ id, value }) => ({ id, value }))

  // spec: 4.35
  it.each(stages)('is told by their names: with %i steps signed it is %s', (signed, phase) =>
    expect(phaseOf(withSigned(named, ...upTo(signed)))).toBe(phase),
  )
  it('cannot be told from steps that name none', () =>
    expect(phaseOf([{ id: 1, value: 'Tea', status: 1 }])).toBeUndefined())
  it('cannot be told where there are no steps', () => expect(phaseOf([])).toBeUndefined())
})
