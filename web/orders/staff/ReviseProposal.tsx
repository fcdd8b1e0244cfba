import { reviseProposal } from '#domain/order/revise-proposal.ts'
import { Area } from '#web/kit/Area.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import { today } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { useOrderAction } from '../useOrderAction.ts'
import { ActForm } from './ActForm.tsx'
import { Changed, useUntouched } from './useUntouched.tsx'

const stops = 'Each line ends with a full stop, and becomes a line of the list.'

/** Writes the proposal, or writes it anew. */
export function ReviseProposal() {
  const { order, contact } = useShownOrder()
  const { perform, errors, pending } = useOrderAction(reviseProposal)
  const { proposal } = order
  const { key, touch, settle, stale, renew } = useUntouched(proposal ?? null)
  return (
    <section aria-label="Write the proposal">
      <Rubric title={proposal ? 'Write it anew' : 'Write the proposal'} />
      <ActForm
        key={key}
        label="Write the proposal"
        act="Update the proposal"
        pending={pending}
        onInput={touch}
        onSubmit={async (entries) => settle(await perform(entries))}
        note={stale && <Changed onRenew={renew} />}
      >
        <Field
          name="receiverName"
          label="For whom, with the company"
          defaultValue={proposal?.receiverName ?? contact.name}
          error={errors.receiverName}
        />
        <Field
          name="date"
          type="date"
          label="Date of the proposal"
          defaultValue={proposal?.date ?? today()}
          error={errors.date}
        />
        <Area name="problem" label="Problem" hint={stops} defaultValue={proposal?.problem} error={errors.problem} />
        <Area name="goals" label="Goals" hint={stops} defaultValue={proposal?.goals} error={errors.goals} />
        <Area name="solution" label="Solution" hint={stops} defaultValue={proposal?.solution} error={errors.solution} />
      </ActForm>
    </section>
  )
}
