import { Fragment, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Entry, revisionsOf, type SharedFile } from '#domain/order/conversation.ts'
import { type Unread, unreadIn } from '#web/history/event-text.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { KeepPlace } from '#web/kit/KeepPlace.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { localStore } from '#web/kit/storage.ts'
import { toastFailure } from '#web/kit/toast.ts'
import { type ShownOrder, useShownOrder } from '#web/order/context.ts'
import { Part } from '#web/order/page/Part.tsx'
import { useMarkAsRead } from '#web/order/page/useMarkAsRead.ts'
import { Compose, NotSentEntries, WaitingMessages } from './Compose.tsx'
import { EntryRow } from './EntryRow.tsx'
import { useFileUploads } from './useFileUploads.ts'
import { atATime, indexOf, useVirtualEntries } from './useVirtualEntries.ts'
import './Conversation.css'

/** The messages and files of client and agency, as one. Its end seen for a second, it counts as read. */
export function Conversation() {
  const { order, earlier, viewer, events, recent, readOnly, isPast, compared, loadEarlier } = useShownOrder()
  const { conversation } = order
  // As it was when the page was opened: the line stays where it is while its reader reads on.
  const [unread] = useState(() => unreadIn(order, viewer, earlier))
  const [display, setDisplay] = useDisplay()
  const lines = displayed(conversation, display, earlier?.before)
  const list = useRef<HTMLOListElement>(null)
  const { shown, before, showFrom } = useVirtualEntries(lines, list, () => firstShown(lines, unread))
  const uploads = useFileUploads()
  const { choose } = uploads
  const onReplace = useCallback((file: SharedFile) => choose(file), [choose])

  const missing = display === 'files' || !earlier ? 0 : earlier.messages
  const count = displayed(conversation, display).length - lines.length + before + missing
  const showEarlier = async () => {
    const now = before < atATime && missing > 0 ? await loadEarlier() : { order, earlier }
    const all = displayed(now.order.conversation, display, now.earlier?.before)
    showFrom(all, indexOf(all, shown[0]?.revision) - atATime)
  }
  const firstUnread = shown.find(unread.has)
  const counted = missing === 0 ? lines : lines.filter((entry) => revisionsOf(entry).at(-1)! >= unread.before)
  const unreadHere = counted.filter(unread.has).length + (missing === 0 ? 0 : unread.earlier)
  const arrivals = arrivalsOf(events, recent)
  const open = order.status === 'open'

  return (
    <Part name="Conversation" className="talk" id="conversation">
      <SectionHeader
        title="Conversation"
        aside={
          conversation.length > 0 && (
            <Choices
              label="Show"
              options={(Object.keys(displays) as Display[]).map((name) => ({ name, title: displays[name] }))}
              chosen={display}
              onChoose={(chosen) => {
                setDisplay(chosen)
                const chosenLines = displayed(conversation, chosen, earlier?.before)
                showFrom(chosenLines, firstShown(chosenLines))
                compared?.onDisplay()
              }}
            />
          )
        }
      />
      <KeepPlace>
        {count > 0 && <EarlierLines count={count} atATime={atATime} onShow={showEarlier} />}
        <ol ref={list}>
          {shown.map((entry, at) => (
            <Fragment key={entry.id}>
              {entry === firstUnread && (
                <Row as="li" className="talk-unread">
                  {unreadHere} unread
                </Row>
              )}
              <EntryRow
                entry={entry}
                viewer={viewer}
                before={shown[at - 1]?.at}
                isUnread={unread.has(entry)}
                arrival={arrivals.get(entry.id)}
                mark={compared?.markOfEntry(entry)}
                open={open && !readOnly}
                onReplace={onReplace}
              />
            </Fragment>
          ))}
        </ol>
      </KeepPlace>
      {lines.length === 0 && (
        <Row className="talk-none">
          <p>{nothing[display]}</p>
        </Row>
      )}
      <End lines={display === 'all' ? conversation : lines} />
      {isPast ? null : open && !readOnly ? (
        <Compose uploads={uploads} />
      ) : (
        <>
          {!readOnly && <WaitingMessages />}
          {!readOnly && <NotSentEntries uploads={uploads} />}
          <Row className="talk-none">
            <p className="meta">
              {open
                ? 'The client can write messages and share files here.'
                : 'This project is closed, so you can’t send messages.'}
            </p>
          </Row>
        </>
      )}
    </Part>
  )
}

/** The end, apart from the lines: those are not drawn again when there comes to be a line to the server. */
function End({ lines }: { lines: readonly Entry[] }) {
  const end = useRef<HTMLDivElement>(null)
  const { order, viewer } = useShownOrder()
  const { has } = unreadIn(order, viewer)
  // What is unread and not among the lines was not seen.
  useMarkAsRead(end, !order.conversation.some((entry) => has(entry) && !lines.includes(entry)))
  return <div ref={end} className="talk-end" data-keep-in-sight />
}

const nothing: Record<Display, string> = {
  all: 'No messages yet.',
  files: 'No files shared yet.',
  messages: 'No messages yet.',
}

/** The index of the first line that is shown at first: the latest are shown, and what is unread with two lines before it. */
function firstShown(lines: readonly Entry[], unread?: Unread): number {
  const firstUnread = lines.findIndex((entry) => unread?.has(entry))
  return Math.min(lines.length - atATime, firstUnread === -1 ? lines.length : firstUnread - 2)
}

/** How each line came, while its ink is wet: a file that was just replaced is wet too. */
const arrivalsOf = (events: ShownOrder['events'], recent: ShownOrder['recent']) =>
  new Map(
    events
      .slice(events.length - recent.size)
      .map(({ id, type, data }) => [type === 'FileReplaced' ? data.id : id, recent.get(id)] as const),
  )

type EarlierLinesProps = {
  /** How many there are, and how many come at a time. */
  count: number
  atATime: number
  /** Brings the next of them; its failure is shown here. */
  onShow(): Promise<void>
}

/** Brings earlier lines when it is pressed, and when one scrolls up to it. It gives way to them: the lines below stay. */
function EarlierLines({ count, atATime, onShow }: EarlierLinesProps) {
  const [pending, setPending] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const show = () => {
    if (pending) return
    setPending(true)
    onShow()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  const reached = useEffectEvent(show)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once some have come it is to be scrolled up to again
  useEffect(() => {
    let before = scrollY
    const observer = new IntersectionObserver(([entry]) => {
      const upwards = scrollY < before
      before = scrollY
      if (entry?.isIntersecting && upwards) reached()
    })
    const scrolled = () => {
      if (scrollY > before) before = scrollY
    }
    observer.observe(row.current!)
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', scrolled)
    }
  }, [count])

  return (
    <div ref={row} data-gives-way>
      <Row className="talk-earlier">
        <TextButton onClick={show} aria-busy={pending}>
          Show {Math.min(atATime, count)} of {count} earlier messages
        </TextButton>
      </Row>
    </div>
  )
}

/** The parts of a conversation that can be displayed. */
const displays = { all: 'All', files: 'Shared files', messages: 'Messages' } as const

type Display = keyof typeof displays

const displayKey = 'shared-files-display'

/** The displayed part, as it was chosen last in this browser. */
function useDisplay(): [Display, (display: Display) => void] {
  const [display, setDisplay] = useState(remembered)
  const choose = (chosen: Display) => {
    setDisplay(chosen)
    localStore.set(displayKey, chosen)
  }
  return [display, choose]
}

function remembered(): Display {
  const display = localStore.get(displayKey)
  return display !== undefined && Object.hasOwn(displays, display) ? (display as Display) : 'all'
}

/** The part of a conversation that is displayed. Files are all there; of everything else what is before `since` is missing. */
function displayed(conversation: readonly Entry[], display: Display, since = 0): readonly Entry[] {
  if (display === 'files') return conversation.filter(({ kind }) => kind === 'file')
  if (display === 'all' && since === 0) return conversation
  return conversation.filter(({ kind, revision }) => revision >= since && (display === 'all' || kind === 'message'))
}
