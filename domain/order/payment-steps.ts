import type { Step } from '../step.ts'

/**
 * The steps at which the client pays. Where no step says what it is, the order was opened before they did: then they
 * are recognised by their names.
 */
export const paymentSteps = (steps: readonly Step[]): Step[] =>
  steps.some(({ payment, phase }) => payment || phase)
    ? steps.filter(({ payment }) => payment)
    : steps.filter(({ value }) => /payment/i.test(value))
