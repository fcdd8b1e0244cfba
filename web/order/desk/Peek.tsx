import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { formatMoney } from '#domain/money.ts'
import { sentence } from '#domain/order/actions.ts'
import { currentWork, nextStep } from '#domain/order/next-step.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { balanceDue, dueOn } from '#domain/order/worklist.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { buttonClass, TextButton } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { clock, day, inWords, shortDay } from '#web/kit/time.ts'
import { Reply } from './Reply.tsx'
import { type Peeked, usePeek } from './usePeek.ts'
import './Peek.css'

type PeekProps = { row: OrderRow; onClose(): void }

/** The width from which there is room for an order beside the list; below it comes over it. */
const roomy = '(min-width: 80rem)'

const hasRoom = () => matchMedia(roomy).matches
const onRoom = (changed: () => void) => {
  const media = matchMedia(roomy)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** An order beside the list, to look at and to answer. Nothing is marked as read by it. */
export function Peek({ row, onClose }: PeekProps) {
  const isBeside = useSyncExternalStore(onRoom, hasRoom)
  const { peeked, failed, again } = usePeek(row.id, row.revision)
  const content = peeked ? (
    <PeekedOrder row={row} peeked={peeked} />
  ) : failed ? (
    <p className="peek-failed" role="alert">
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
        <span>{row.title}</span> <TextButton onClick={onClose}>Close</TextButton>
      </p>
      {content}
    </aside>
  )
}

function PeekedOrder({ row, peeked: { order, contact, events } }: { row: OrderRow; peeked: Peeked }) {
  const { title, next, follows } = nextStep(order, 'admin', inWords)
  const due = balanceDue(row)
  const last = dueOn(row)
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
        <a className="ink" href={`tel:${contact.phone}`}>
          {contact.phone}
        </a>{' '}
        <a className="ink" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      </p>
      <ol className="peek-events">
        {events.map((event) => (
          <li key={event.id}>
            <time className="serif ink-2" dateTime={event.at}>
              {shortDay(event.at)} <span>{clock(event.at)}</span>
            </time>
            <span>
              {sentence(event, order)}
              {event.type === 'MessageSent' && <q className="block pre-line ink-2 clip">{event.data.text}</q>}
            </span>
          </li>
        ))}
      </ol>
      {order.status === 'open' && <Reply id={row.id} name={contact.name} />}
      <p className="pt-4">
        <Link className={buttonClass('line', true)} to={`/order-detail/${row.id}`}>
          Open project
        </Link>
      </p>
    </>
  )
}
