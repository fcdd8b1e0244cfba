import type { Proposal } from '#domain/order/events.ts'
import { reviseProposal } from '#domain/order/revise-proposal.ts'
import { Area } from '#web/kit/Area.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import type { Standing } from '#web/kit/synced.ts'
import { dayOf, today } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { useOrderForm } from '../useOrderForm.ts'
import { ActForm } from './ActForm.tsx'

const stops = 'Each line ends with a full stop, and becomes a line of the list.'

const none = { receiverName: undefined, date: undefined, problem: undefined, goals: undefined, solution: undefined }

/** Writes the proposal, or writes it anew. */
export function ReviseProposal() {
  const { order, contact } = useShownOrder()
  const form = useOrderForm(reviseProposal, {
    valuesOf: ({ proposal }): Standing<Proposal>['values'] => proposal ?? none,
    valuesIn: ({ type, data }) => (type === 'ProposalRevised' ? data : undefined),
    suggested: { receiverName: contact.name, date: today() },
    show: (value, name) => (name === 'date' ? dayOf(value) : value),
  })
  return (
    <section aria-label="Write the proposal">
      <Rubric title={order.proposal ? 'Write it anew' : 'Write the proposal'} />
      <ActForm
        label="Write the proposal"
        act="Update the proposal"
        pending={form.pending}
        onSubmit={form.submit}
        note={<ConflictNote form={form} />}
      >
        <Field label="For whom, with the company" {...form.field('receiverName')} />
        <Field type="date" label="Date of the proposal" {...form.field('date')} />
        <Area label="Problem" hint={stops} {...form.field('problem')} />
        <Area label="Goals" hint={stops} {...form.field('goals')} />
        <Area label="Solution" hint={stops} {...form.field('solution')} />
      </ActForm>
    </section>
  )
}
