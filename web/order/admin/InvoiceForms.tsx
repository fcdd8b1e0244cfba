import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { amountOf, formatMoney, toWireRupees } from '#domain/money.ts'
import { draftInvoice, issuerOf, uninvoicedParts } from '#domain/order/draft-invoice.ts'
import { giveBillingDetails } from '#domain/order/give-billing-details.ts'
import type { Amounts } from '#domain/order/invoice.ts'
import { issueCreditNote } from '#domain/order/issue-credit-note.ts'
import { issueInvoice } from '#domain/order/issue-invoice.ts'
import { creditable, type IssuedDocument, totalOf } from '#domain/order/issued.ts'
import { reviseInvoice } from '#domain/order/revise-invoice.ts'
import { taxParts } from '#domain/order/tax.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Field, FieldError, Labelled, TextArea } from '#web/kit/Field.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { sessionStore } from '#web/kit/storage.ts'
import { currentZone, today, useNow } from '#web/kit/time.ts'
import { useAgency } from '#web/live/agency.ts'
import { CommandForm, useStoredEntries } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import { useOrderForm } from '#web/order/useOrderForm.ts'

/** The forms of an admin in the tab of the invoice. */
export const InvoiceForms = () => (
  <>
    <IssueInvoice />
    <IssueCreditNote />
    <ReviseInvoice />
  </>
)

/** The first field of the billing details, which stand above. */
const billingField = `[data-command~="${giveBillingDetails.name}"] input`

/** Whether two lists, each without repetitions, have the same in them. */
const haveSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/** Issues an invoice of what is due, or of what is chosen, with a preview of what it will say. */
function IssueInvoice() {
  const { order } = useShownOrder()
  const agency = useAgency()
  const issuer = issuerOf({ ...agency, timeZone: currentZone() })
  const parts = uninvoicedParts(order)
  const { values, keep, forget } = useStoredEntries('issue-invoice')
  const keys = parts.filter(({ key, isDue }) => (values[key] ? values[key] === 'yes' : isDue)).map(({ key }) => key)
  const form = useOrderCommand(issueInvoice, {
    isDone: ({ documents }, sent, since) =>
      documents.some((each) => {
        const invoiced = each.lines.map(({ key }) => key)
        const isSame = haveSame(sent.parts as string[], invoiced) && totalOf(each).amount === amountOf(sent.total)
        return each.kind === 'invoice' && each.revision > since && isSame
      }),
    said: 'The invoice was issued after all.',
    onDone: forget,
  })
  const { errors } = form
  const errorId = useId()
  const now = useNow()
  if (parts.length === 0) return null
  const { buyer } = order
  const draft = issuer && buyer ? draftInvoice({ ...order, buyer }, issuer, keys, today(now)) : undefined
  const total = parts.filter(({ key }) => keys.includes(key)).reduce((sum, { amount }) => sum + amount, 0)
  const inAll = draft?.lines.reduce((sum, { tax }) => sum + tax, 0) ?? 0
  return (
    <TitledSection title="Issue invoice" aside="It never changes afterwards" className="no-print">
      {!issuer && (
        <Row>
          <p>
            <Link to="/agency#invoices">Enter who invoices come from</Link> first.
          </p>
        </Row>
      )}
      {!buyer && (
        <Row>
          <p className="small">
            <TextButton onClick={() => document.querySelector<HTMLElement>(billingField)?.focus()}>
              Enter the billing details
            </TextButton>{' '}
            first.
          </p>
        </Row>
      )}
      <CommandForm
        command={issueInvoice}
        form={form}
        label="Issue invoice"
        submitLabel={keys.length > 0 ? `Issue invoice of ${formatMoney(total)}` : 'Issue invoice'}
        onSubmit={async () => {
          const done = await form.perform({ parts: keys, total: toWireRupees(total) })
          if (done) forget()
          return done
        }}
        note={
          draft &&
          keys.length > 0 && (
            <p className="meta">
              Due on {dayInWords(draft.dueOn)}
              {draft.tax &&
                `. Tax in it: ${taxParts(draft.tax, inAll)
                  .map(({ name, amount }) => `${name} ${formatMoney(amount)}`)
                  .join(', ')}`}
            </p>
          )
        }
      >
        <fieldset className="grid gap-2 border-0" aria-describedby={errors.parts && errorId}>
          <legend className="text-3 weight-500">What to invoice</legend>
          {parts.map(({ key, title, amount, isDue }, at) => (
            <label key={key} className="choice w-full">
              <input
                type="checkbox"
                name="parts"
                aria-invalid={errors.parts && at === 0 ? true : undefined}
                checked={keys.includes(key)}
                onChange={({ target }) => keep({ ...values, [key]: target.checked ? 'yes' : 'no' })}
              />
              <span>
                {title}
                {!isDue && <span className="meta"> not due yet</span>}
              </span>
              <span className="ml-auto nowrap">{formatMoney(amount)}</span>
            </label>
          ))}
          <FieldError id={errorId} error={errors.parts} />
        </fieldset>
      </CommandForm>
    </TitledSection>
  )
}

/**
 * The credit note that is being written, of one invoice. Its id outlives a reload with what is typed, so that it is issued
 * once however often it is sent. `credited`: the number of an invoice that was used up while one was written.
 */
function useUnsentCreditNote(pending: boolean) {
  const { documents } = useShownOrder().order
  const [begun, setBegun] = useState(() => ({ nth: 0, note: newIdempotencyKey(), credited: '' }))
  const stored = useStoredEntries('issue-credit-note', sessionStore)
  const chosen = stored.values.documentId
  const note = stored.values.note ?? begun.note
  const isIssued = documents.some((each) => each.note === note)
  const isUsedUp = chosen !== undefined && creditable(documents, chosen).length === 0
  useEffect(() => {
    if (pending || !(isIssued || isUsedUp)) return
    const { number = '' } = documents.find(({ documentId }) => documentId === chosen) ?? {}
    stored.forget()
    setBegun(({ nth }) => ({ nth: nth + 1, note: newIdempotencyKey(), credited: isIssued ? '' : number }))
  })
  const open = documents.filter(
    ({ kind, documentId }) =>
      kind === 'invoice' && (documentId === chosen || creditable(documents, documentId).length > 0),
  )
  const invoice = open.find(({ documentId }) => documentId === chosen) ?? open.at(-1)
  const onIssued = () => setBegun({ ...begun, note: newIdempotencyKey(), credited: '' })
  return { stored, ...begun, note, open, invoice, onIssued }
}

/** Corrects an invoice: all that is left of it, or an amount of each line. */
function IssueCreditNote() {
  const { order } = useShownOrder()
  const form = useOrderCommand(issueCreditNote, {
    isDone: ({ documents }, { note }) => documents.some((each) => each.note === note),
    said: 'The credit note was issued after all.',
  })
  const { stored, nth, note, credited, open, invoice, onIssued } = useUnsentCreditNote(form.pending)
  const { values } = stored
  if (!invoice && !credited) return null
  const documentId = invoice?.documentId ?? ''
  const lines = creditable(order.documents, documentId)
  const nameOf = (key: string) => `${documentId} ${key}`
  return (
    <TitledSection title="Issue credit note" aside="Corrects an invoice" className="no-print">
      {credited && (
        <Row>
          <p role="status">{credited} has been credited in full. Your entries were cleared.</p>
        </Row>
      )}
      {invoice && (
        <CommandForm
          key={nth}
          command={issueCreditNote}
          form={form}
          submitLabel="Issue credit note"
          onInput={({ target }) =>
            form.correct({ target: { name: (target as HTMLInputElement).name.replace(`${documentId} `, 'amounts.') } })
          }
          clears
          stored={stored}
          onSubmit={async ({ reason, ...entered }) => {
            const amounts = lines.flatMap(({ key }) =>
              entered[nameOf(key)] ? [[key, String(entered[nameOf(key)])] as const] : [],
            )
            const done = await form.perform({ documentId, reason, note, amounts: Object.fromEntries(amounts) })
            if (done) onIssued()
            return done
          }}
        >
          <input type="hidden" name="note" value={note} />
          <ChooseInvoice
            {...{ open, documentId }}
            onChoose={(chosen) => stored.keep({ ...values, documentId: chosen })}
          />
          {lines.map(({ key, title, amount }) => (
            <Field
              key={nameOf(key)}
              name={nameOf(key)}
              label={`Credit of ${title}`}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={values[nameOf(key)] ?? toWireRupees(amount)}
              hint={`At most ${formatMoney(amount)}`}
              error={form.errors[`amounts.${key}`]}
            />
          ))}
          <TextArea label="Reason" rows={2} defaultValue={values.reason} {...form.field('reason')} />
        </CommandForm>
      )}
    </TitledSection>
  )
}

type ChooseInvoiceProps = { open: readonly IssuedDocument[]; documentId: string; onChoose(documentId: string): void }

/** The invoice that is credited, among those of which something is left. */
const ChooseInvoice = ({ open, documentId, onChoose }: ChooseInvoiceProps) => (
  <Labelled label="Invoice">
    {(ties) => (
      <select name="documentId" value={documentId} onChange={({ target }) => onChoose(target.value)} {...ties}>
        {open.map(({ documentId, number }) => (
          <option key={documentId} value={documentId}>
            {number}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

const written = ({ paid, actual, revisions }: Amounts) => ({
  paidAmount: toWireRupees(paid),
  actualAmount: toWireRupees(actual),
  noOfRevisions: String(revisions),
})

/** `22,500.00` and `22500` are the same number. */
const same = (one: unknown, other: unknown) => numberIn(one) === numberIn(other)
const numberIn = (text: unknown) => amountOf(text) ?? String(text).trim()

/** Sets what was received, what the project costs, and how many revisions are paid for. */
function ReviseInvoice() {
  const form = useOrderForm(reviseInvoice, {
    valuesOf: ({ invoice }) => written(invoice),
    valuesIn: ({ type, data }) => (type === 'InvoiceRevised' ? written(data) : undefined),
    same,
    show: (value, name) => (name === 'noOfRevisions' ? value : formatMoney(amountOf(value) ?? 0)),
  })
  return (
    <TitledSection title="Update invoice" aside="Amounts in rupees">
      <CommandForm command={reviseInvoice} form={form} submitLabel="Update invoice" onSubmit={form.submit}>
        <Field inputMode="decimal" autoComplete="off" label="Amount paid" {...form.field('paidAmount')} />
        <Field inputMode="decimal" autoComplete="off" label="Project price" {...form.field('actualAmount')} />
        <Field
          inputMode="numeric"
          autoComplete="off"
          label="Number of paid revisions"
          {...form.field('noOfRevisions')}
        />
      </CommandForm>
    </TitledSection>
  )
}
