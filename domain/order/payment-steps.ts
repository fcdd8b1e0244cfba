import type { NewStep, Step } from '#domain/step.ts'
import type { Amounts } from './invoice.ts'

/**
 * The steps at which the client pays. Where no step says what it is, the order was opened before they did: then they
 * are recognised by their names.
 */
export const paymentSteps = <S extends NewStep>(steps: readonly S[]): S[] =>
  steps.some(({ payment, phase }) => payment || phase)
    ? steps.filter(({ payment }) => payment)
    : steps.filter(({ value }) => /payment/i.test(value))

/** Whether something was paid, and with that the proposal accepted, whatever its date: an amount, or a payment's step. */
export const isPaidFor = ({ steps, invoice }: { steps: readonly Step[]; invoice: Amounts }): boolean =>
  invoice.paid > 0 || paymentSteps(steps).some(({ status }) => status === 1)
