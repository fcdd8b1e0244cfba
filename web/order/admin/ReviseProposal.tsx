import { useState } from 'react'
import { amountOf, formatMoney, toWireRupees } from '#domain/money.ts'
import type { Proposal } from '#domain/order/fields.ts'
import { isAcceptedByPayment, latestVersion } from '#domain/order/proposal-versions.ts'
import { isTooOld, needsNewDate, reviseProposal } from '#domain/order/revise-proposal.ts'
import { isDeclined } from '#domain/order/row-versions.ts'
import { withdrawProposal } from '#domain/order/withdraw-proposal.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { Button } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { TitledSection } from '#web/kit/Page.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { today, useNow } from '#web/kit/time.ts'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import { useOrderForm } from '#web/order/useOrderForm.ts'

const stops = 'End each sentence with a full stop. Each becomes a bullet point.'

type Written = Record<'receiverName' | 'date' | 'problem' | 'goals' | 'solution' | 'price', string>

/** The form’s fields in an event or an order: those of a proposal that is not there are undefined. */
const writtenOf = (proposal?: Proposal) => ({
  receiverName: proposal?.receiverName,
  date: proposal?.date,
  problem: proposal?.problem,
  goals: proposal?.goals,
  solution: proposal?.solution,
  price: proposal?.price === undefined ? undefined : toWireRupees(proposal.price),
})

/** `22,500.00` and `22500` are the same price. */
const same = (one: unknown, other: unknown) => (amountOf(one) ?? one) === (amountOf(other) ?? other)

/** Writes the proposal, or a new version of it. */
export function ReviseProposal() {
  const { order, contact } = useShownOrder()
  const { actual } = order.invoice
  const day = today(useNow())
  const form = useOrderForm(reviseProposal, {
    valuesOf: (order): ServerState<Written>['values'] => ({
      ...writtenOf(order.proposal),
      ...(needsNewDate(order, day) ? { date: undefined } : {}),
    }),
    valuesIn: ({ type, data }) => (type === 'ProposalRevised' ? (writtenOf(data) as Partial<Written>) : undefined),
    same,
    suggested: {
      ...{ receiverName: contact.name, date: day },
      ...(actual > 0 ? { price: toWireRupees(actual) } : {}),
    },
    show: (value, name) => {
      if (name === 'date') return dayInWords(value)
      return name === 'price' ? formatMoney(amountOf(value) ?? 0) : value
    },
  })
  const title = order.proposal ? 'Edit proposal' : 'Write proposal'
  return (
    <TitledSection title={title} aside={<WithdrawProposal />}>
      <CommandForm
        command={reviseProposal}
        form={form}
        label={title}
        submitLabel="Save proposal"
        onSubmit={form.submit}
      >
        <Field label="Client and company" {...form.field('receiverName')} />
        <Field
          type="date"
          label="Proposal date"
          hint={
            isTooOld(order, form.values.date ?? '', day)
              ? 'A new version with this date is no longer valid.'
              : undefined
          }
          {...form.field('date')}
        />
        <Field
          inputMode="decimal"
          autoComplete="off"
          label="Project price, in rupees"
          hint="Once the client accepts, this is the price of the project."
          {...form.field('price')}
        />
        <TextArea label="Problem" hint={stops} {...form.field('problem')} />
        <TextArea label="Goals" hint={stops} {...form.field('goals')} />
        <TextArea label="Solution" hint={stops} {...form.field('solution')} />
      </CommandForm>
    </TitledSection>
  )
}

/** Withdraws the version that waits for the client’s answer or was declined, once the admin has said so twice. */
function WithdrawProposal() {
  const { order } = useShownOrder()
  const { perform, pending } = useOrderCommand(withdrawProposal)
  const [asking, setAsking] = useState(false)
  const latest = latestVersion(order)
  const isOpen = latest?.state === 'open' && latest.price !== undefined && !isAcceptedByPayment(order)
  if (!latest || !(isOpen || isDeclined(order))) return null
  const withdraw = async () => {
    await perform({ version: latest.version })
    setAsking(false)
  }
  return (
    <>
      <Button kind="void" small data-command="withdrawProposal" onClick={() => setAsking(true)}>
        Withdraw proposal
      </Button>
      {asking && (
        <Confirm
          question={`Withdraw version ${latest.version} of the proposal?`}
          warning="The client can’t accept it any more. You can write a new version."
          yes="Withdraw proposal"
          kind="void"
          pending={pending}
          onYes={withdraw}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
