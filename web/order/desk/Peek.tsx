import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { fromWire, type Recorded } from '#domain/event.ts'
import { formatMoney } from '#domain/money.ts'
import { type OrderEvent, overviewPlace, sentence } from '#domain/order/actions.ts'
import { currentWork, nextStep } from '#domain/order/next-step.ts'
import type { Order } from '#domain/order/order.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { isErased } from '#domain/order/telling.ts'
import { type Contact, orderFromWire } from '#domain/order/wire.ts'
import { deliveryDueOn, stillToPay } from '#domain/order/worklist.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { call } from '#web/api.ts'
import { HttpError, isRetryable } from '#web/http.ts'
import { Button, buttonClass, TextButton } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Dialog } from '#web/kit/Modal.tsx'
import { clock, day, inWords, shortDay, useNow } from '#web/kit/time.ts'
import { useChange } from '#web/kit/useChange.ts'
import { useMedia } from '#web/kit/useMedia.ts'
import { useErasureCompleted } from '#web/live/useErasureCompleted.ts'
import { sendOrWait, useMessageDraft } from '#web/order/conversation/unsent-messages.ts'
import { createRetry } from '#web/retry.ts'
import { useViewer } from '#web/shell/session.ts'
import './Peek.css'

type PeekProps = { row: OrderRow; onClose(): void }

/** The width from which there is room for an order beside the list; below it comes over it. */
const roomy = '(min-width: 80rem)'

/** An order beside the list, to look at and to answer. Nothing is marked as read by it. */
export function Peek({ row, onClose }: PeekProps) {
  const isBeside = useMedia(roomy)
  const { peeked, failed, again } = usePeek(row.id, row.revision)
  const content = peeked ? (
    <PeekedOrder row={row} peeked={peeked} />
  ) : failed ? (
    <p role="alert">
      This project couldn’t be loaded. <TextButton onClick={again}>Try again</TextButton>
    </p>
  ) : (
    <Loading />
  )
  if (!isBeside)
    return (
      <Dialog title={row.title} side onClose={onClose}>
        {content}
      </Dialog>
    )
  return (
    <aside className="peek break-anywhere sticky scroll-y self-start" aria-label={`Preview of ${row.title}`}>
      <p className="meta flex items-baseline justify-between gap-4">
        <bdi>{row.title}</bdi> <TextButton onClick={onClose}>Close</TextButton>
      </p>
      {content}
    </aside>
  )
}

function PeekedOrder({ row, peeked: { order, contact, events } }: { row: OrderRow; peeked: Peeked }) {
  const { title, next, follows } = nextStep(order, 'admin', inWords(useNow()))
  const due = stillToPay(order)
  const last = deliveryDueOn(row)
  return (
    <>
      <p className="peek-says balance">
        {title} {next && <em>{next}</em>}
      </p>
      {follows && <p className="meta">{follows}</p>}
      <p className="peek-step meta">
        <MiniProgress steps={row.steps} /> {currentWork(row)}
      </p>
      <p className="meta">
        Started {day(row.openedAt)}. {last && `Due ${dayInWords(last)}.`} {due > 0 && `${formatMoney(due)} to pay.`}
      </p>
      <p className="peek-reach meta row gap-0-3">
        {contact.name}{' '}
        {contact.phone && (
          <a className="ink" href={`tel:${contact.phone}`}>
            {contact.phone}
          </a>
        )}{' '}
        {contact.email && (
          <a className="ink" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        )}
      </p>
      <ol className="peek-events">
        {events.map((event) => (
          <li key={event.id} className="grid items-baseline py-2 text-2 rule-below">
            <time className="serif ink-2" dateTime={event.at}>
              {shortDay(event.at)} <span className="block italic pencil">{clock(event.at)}</span>
            </time>
            <span className="written">
              {event.type === 'MessageSent' && !isErased(event.data.text) ? (
                <q className="block pre-line ink-2 clip">{event.data.text}</q>
              ) : (
                sentence(event, order)
              )}
            </span>
          </li>
        ))}
      </ol>
      {order.status === 'open' && <Reply row={row} name={contact.name} />}
      <p className="pt-4">
        <Link className={buttonClass('line', true)} to={`/order-detail/${row.id}`}>
          Open project
        </Link>
      </p>
    </>
  )
}

type Peeked = { order: Order; contact: Contact; events: Recorded<OrderEvent>[] }

/** How many of the latest events are shown, and how long the focus rests on an order before it is asked for. */
const latest = 6
const restMs = 120

/** An order as the panel beside the list shows it: looked at, and not marked as read. */
function usePeek(id: string, revision: number) {
  const [peeked, setPeeked] = useState<Peeked>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const again = () => setTries((tries) => tries + 1)
  useErasureCompleted(again)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer revision, or another try, is another look
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function load() {
      try {
        const [single, history] = await Promise.all([
          call('getSingleOrder', { query: { id }, signal }),
          call('getHistory', { query: { id, limit: 20 }, signal }),
        ])
        const [wire] = single.data
        if (!wire) throw new Error('This project doesn’t exist')
        const { order, contact } = orderFromWire(wire)
        const events = history.data
          .map((event) => fromWire<OrderEvent>(event))
          .filter((event) => overviewPlace(event) !== 'hidden')
        setPeeked({ order, contact, events: events.slice(0, latest) })
        setFailed(false)
        retry.stop()
      } catch (error) {
        if (signal.aborted) return
        setFailed(true)
        if (error instanceof HttpError && isRetryable(error)) retry.later()
      }
    }
    const retry = createRetry(load)
    const timer = setTimeout(load, restMs)
    return () => {
      clearTimeout(timer)
      retry.stop()
      controller.abort()
    }
  }, [id, revision, tries])
  return { peeked, failed, again }
}

/** The reply to the client from beside the list. Its text is the draft of the order's page, too. */
function Reply({ row, name }: { row: OrderRow; name: string }) {
  const viewer = useViewer()
  const { change, field, correct, pending } = useChange()
  const [text, setText, dropSent] = useMessageDraft(row.id)
  const label = `Write to ${name}`
  const send = () =>
    change(async (keyFor) => {
      const answer = await sendOrWait(viewer.id, row, { key: keyFor(text), text })
      dropSent(text)
      return answer
    })
  return (
    <Form label={label} onSubmit={send} onInput={correct}>
      <TextArea
        {...field('text')}
        label={label}
        value={text}
        maxLength={5_000}
        onChange={({ target }) => setText(target.value)}
      />
      <Button small pending={pending}>
        Send message
      </Button>
    </Form>
  )
}
