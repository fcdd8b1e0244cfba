import type { Proposal } from '#domain/order/fields.ts'
import { reviseProposal } from '#domain/order/revise-proposal.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { SectionHeader } from '#web/kit/Page.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { dayOf, today } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderForm } from '#web/order/useOrderForm.ts'
import { CommandForm } from './CommandForm.tsx'

const stops = 'End each sentence with a full stop. Each becomes a bullet point.'

const none = { receiverName: undefined, date: undefined, problem: undefined, goals: undefined, solution: undefined }

/** Writes the proposal, or writes it anew. */
export function ReviseProposal() {
  const { order, contact } = useShownOrder()
  const form = useOrderForm(reviseProposal, {
    valuesOf: ({ proposal }): ServerState<Proposal>['values'] => proposal ?? none,
    valuesIn: ({ type, data }) => (type === 'ProposalRevised' ? data : undefined),
    suggested: { receiverName: contact.name, date: today() },
    show: (value, name) => (name === 'date' ? dayOf(value) : value),
  })
  const title = order.proposal ? 'Edit proposal' : 'Write proposal'
  return (
    <section aria-label={title}>
      <SectionHeader title={title} />
      <CommandForm
        command="reviseProposal"
        label={title}
        submitLabel="Save proposal"
        pending={form.pending}
        onSubmit={form.submit}
        note={<ConflictNote form={form} />}
      >
        <Field label="Client and company" {...form.field('receiverName')} />
        <Field type="date" label="Proposal date" {...form.field('date')} />
        <TextArea label="Problem" hint={stops} {...form.field('problem')} />
        <TextArea label="Goals" hint={stops} {...form.field('goals')} />
        <TextArea label="Solution" hint={stops} {...form.field('solution')} />
      </CommandForm>
    </section>
  )
}
