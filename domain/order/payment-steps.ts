import type { NewStep, Step } from '#domain/step.ts'
import type { Pending } from './fields.ts'
import type { Amounts } from './invoice.ts'

/**
 * The steps at which the client pays. Where no step says what it is, the order was opened before they did: then they
 * are recognised by their names.
 */
export const paymentSteps = <S extends NewStep>(steps: readonly S[]): S[] =>
  steps.some(({ payment, phase }) => payment || phase)
    ? steps.filter(({ payment }) => payment)
    : steps.filter(({ value }) => /payment/i.test(value))

type Paid = { steps: readonly Step[]; invoice: Amounts }
type Waits = { pending: Pending }

/** Whether something was paid: an amount, or a payment's step. */
export const isPaidFor = ({ steps, invoice }: Paid): boolean =>
  invoice.paid > 0 || paymentSteps(steps).some(({ status }) => status === 1)

/**
 * Whether the proposal that waits was paid for since it was written, and with that agreed to: an amount came in, or a
 * payment's step was done. Not where a version that was accepted before is what is paid for.
 */
export const isPendingProposalPaid = ({ steps, invoice, pending: { proposal } }: Paid & Waits): boolean =>
  proposal?.paid !== undefined &&
  (invoice.paid > proposal.paid ||
    paymentSteps(steps).some(({ status, completedBy }) => status === 1 && completedBy && completedBy.at >= proposal.at))

/** Whether the proposal is no longer valid once its days are over: unless something was paid, and none was accepted before it. */
export const canExpire = ({ pending: { proposal }, ...order }: Paid & Waits): boolean =>
  !isPaidFor(order) || (proposal !== undefined && proposal.paid === undefined)
