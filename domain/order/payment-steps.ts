import type { NewStep } from '../step.ts'

/**
 * The steps at which the client pays. Where no step says what it is, the order was opened before they did: then they
 * are recognised by their names.
 */
export const paymentSteps = <S extends NewStep>(steps: readonly S[]): S[] =>
  steps.some(({ payment, phase }) => payment || phase)
    ? steps.filter(({ payment }) => payment)
    : steps.filter(({ value }) => /payment/i.test(value))
