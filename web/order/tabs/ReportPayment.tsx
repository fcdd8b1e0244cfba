import { type ChangeEvent, useRef, useState } from 'react'
import { amountOf, formatMoney, type Paise, toWireRupees } from '#domain/money.ts'
import { fileIn } from '#domain/order/conversation.ts'
import type { Payment } from '#domain/order/payments.ts'
import { reportPayment } from '#domain/order/report-payment.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError, messageOf } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { type Entries, Form } from '#web/kit/Form.tsx'
import { FocusFirst, LockWhile } from '#web/kit/focus.tsx'
import { sizeProblem } from '#web/kit/size.ts'
import { isText, localStore, shapeOf } from '#web/kit/storage.ts'
import { aDay, today, useNow } from '#web/kit/time.ts'
import { check } from '#web/kit/useMutation.ts'
import { useShownOrder } from '#web/order/context.ts'
import { sendCommand, useOrderMutation } from '#web/order/useOrderCommand.ts'
import { useUploadLimits } from '#web/shell/session.ts'
import './Payment.css'

type Written = { payment: string } & Partial<Record<'amount' | 'reference' | 'paidOn', FormDataEntryValue>>

type Props = {
  /** The amount due, to begin with. */
  due?: Paise | undefined
  /** The reported payment that this changes. */
  before?: Payment
  onDone?(): void
}

/** Where the client says that they have paid. What is typed outlives a reload, and is sent once however often it is tried. */
export function ReportPayment({ due, before, onDone }: Props) {
  const { id: orderId, order } = useShownOrder()
  const now = useNow()
  const isSaid = ([{ payment, amount, reference, paidOn }]: [Written, picture?: string], { id, ...said }: Payment) =>
    id === payment &&
    said.amount === amountOf(amount) &&
    said.reference === String(reference).trim() &&
    said.paidOn === paidOn
  const { change, field, correct, pending } = useOrderMutation<[Written, picture?: string]>(undefined, {
    isDone: ({ payments }, entered, since) =>
      payments.some((each) => each.reported && each.reported.revision > since && isSaid(entered, each)),
    said: 'The payment was reported after all.',
    // What was corrected since stays.
    onDone: ([{ amount, reference, paidOn }]) =>
      amount === values.amount && reference === values.reference && paidOn === values.paidOn && close(),
  })
  const { values, write, forget } = useUnsentPaymentReport(before ?? due, today(now))
  const written = (name: 'amount' | 'reference' | 'paidOn') => ({
    ...field(name),
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => write({ [name]: target.value }),
  })
  const shared = before?.screenshot
  // One that was deleted since is not sent again.
  const picture = useScreenshot(values.payment, shared && fileIn(order.conversation, shared)?.id)

  async function submit({ amount, reference, paidOn }: Entries) {
    const entered = { payment: values.payment, amount, reference, paidOn }
    const isDone = await change([entered, picture.key()], async (key) => {
      await check(reportPayment.input, { ...entered, orderId }) // before a picture is taken in
      const screenshot = await picture.send(`Screenshot of a payment: ${String(reference)}`.slice(0, 200))
      const shown = screenshot === undefined ? {} : { screenshot }
      return sendCommand(reportPayment, orderId, { ...entered, ...shown }, { key })
    })
    if (isDone) close()
  }

  function close() {
    forget()
    onDone?.()
  }

  return (
    <Form
      key={values.payment}
      command={before ? undefined : 'reportPayment'}
      label="I have paid"
      className="pay-form py-3"
      onSubmit={submit}
      onInput={correct}
    >
      {before && <FocusFirst />}
      <LockWhile pending={pending} />
      <div className="pay-fields grid columns-1 gap-4-6">
        <Field label="Amount you paid (₹)" inputMode="decimal" {...written('amount')} />
        <Field label="Paid on" type="date" max={today(now + aDay)} {...written('paidOn')} />
        <Field
          label="Reference of the payment"
          hint="Your UPI app or bank shows it. UPI writes 12 digits."
          autoComplete="off"
          {...written('reference')}
        />
        <Field
          label="Screenshot, if you have one"
          type="file"
          accept="image/*,.pdf"
          onChange={({ target }) => picture.choose(target.files?.[0])}
          hint={picture.hint}
          {...field('screenshot')}
        />
      </div>
      <div className="row items-center gap-3 pt-4">
        <Button pending={pending}>{before ? 'Send changes' : saidBy(values.amount, due)}</Button>
        {before && (
          <Button
            kind="line"
            onClick={() => {
              forget()
              onDone?.()
            }}
          >
            Cancel
          </Button>
        )}
        <p className="small">
          We check our account and confirm. <b>This button takes no money.</b>
        </p>
      </div>
    </Form>
  )
}

/** The label of the button: the amount that is due, as long as no other was typed. */
const saidBy = (amount: string, due: Paise | undefined): string =>
  due !== undefined && amount === toWireRupees(due) ? `I have paid ${formatMoney(due)}` : 'I have paid'

/**
 * A picture of a payment: it goes into the conversation when the report is sent, and once however often that is tried. `send`
 * resolves to the id it is shared under, and rejects where it was not taken. The next `payment` begins without one.
 */
function useScreenshot(payment: string, before?: string) {
  const { id: orderId, applyEvents } = useShownOrder()
  const { sharedFileSize } = useUploadLimits()
  const [sent, setSent] = useState<number>()
  const chosen = useRef<{ of: string; file: File; key: string; caption?: string; sharedAs?: string }>(undefined)

  function choose(file: File | undefined) {
    chosen.current = file && { of: payment, file, key: newIdempotencyKey() }
  }

  async function send(caption: string): Promise<string | undefined> {
    const picture = chosen.current
    if (picture?.of !== payment) return before
    if (picture.sharedAs) return picture.sharedAs
    const problem = sizeProblem(picture.file.size, sharedFileSize)
    if (problem) throw new HttpError(400, { message: problem, fields: { screenshot: problem } })
    picture.caption ??= caption // the same at every try
    const form = new FormData()
    form.set('orderId', orderId)
    form.set('captions', JSON.stringify([picture.caption]))
    form.set('files', picture.file)
    try {
      const { send } = await import('#web/file-calls.ts')
      const { events } = await send('shareFiles', form, { key: picture.key, onProgress: setSent })
      applyEvents(events)
      picture.sharedAs = events[0]!.id
      return picture.sharedAs
    } catch (error) {
      const message = messageOf(error)
      throw new HttpError(error instanceof HttpError ? error.status : 0, { message, fields: { screenshot: message } })
    } finally {
      setSent(undefined)
    }
  }

  const hint =
    sent === undefined ? 'A picture or PDF. It also appears in your messages.' : `Sending, ${Math.round(sent * 100)}%`
  return { choose, send, hint, key: () => chosen.current?.key }
}

/** The unsent report of a payment; `payment` is its id, so that it is reported once however often it is sent. */
type UnsentPaymentReport = { payment: string; amount: string; reference: string; paidOn?: string | undefined }

const reportShape = shapeOf<UnsentPaymentReport>(({ payment, amount, reference, paidOn = '' }) =>
  [payment, amount, reference, paidOn].every(isText),
)

/** `reported`: what was due as the payment before was reported, until that is no more. */
type Begun = UnsentPaymentReport & { isTyped?: true; reported?: Paise | undefined }

/**
 * A report that is being written: it outlives a reload and a lost connection. It begins with what was reported, or is due. As
 * long as nothing is typed it follows that, and says nothing of what was reported a moment ago. Its day is the present one
 * until another is chosen.
 */
function useUnsentPaymentReport(from: Payment | Paise | undefined, day: string) {
  const { id, order } = useShownOrder()
  const before = typeof from === 'object' ? from : undefined
  const key = `payment-draft:${id}${before ? `:${before.id}` : ''}`
  const begun = (): Begun => ({
    payment: before?.id ?? newIdempotencyKey(),
    amount: before ? toWireRupees(before.amount) : '',
    reference: before?.reference ?? '',
    paidOn: before?.paidOn,
  })
  const [stored, setStored] = useState((): Begun => {
    const written = localStore.read(key, reportShape)
    return written ? { ...written, isTyped: true } : begun()
  })
  // It was recorded, and the answer was lost: what is typed next is another payment.
  if (!before && order.payments.some((each) => each.id === stored.payment)) {
    localStore.remove(key)
    setStored(begun())
  }
  const due = typeof from === 'number' ? from : undefined
  if (stored.reported !== undefined && due === undefined) setStored({ ...stored, reported: undefined })
  const follows = !before && !stored.isTyped && due !== undefined && due !== stored.reported
  const { payment, reference, paidOn } = stored
  const amount = follows ? toWireRupees(due) : stored.amount
  return {
    values: { payment, amount, reference, paidOn: paidOn ?? day },
    write(changes: Partial<UnsentPaymentReport>) {
      const written = { payment, amount, reference, paidOn, ...changes }
      localStore.write(key, written)
      setStored({ ...written, isTyped: true })
    },
    /** Once it is reported, or a change of it is given up: the next one is another payment. */
    forget() {
      localStore.remove(key)
      setStored({ ...begun(), reported: due })
    },
  }
}
