import { type ComponentType, useMemo, useState } from 'react'
import { counted } from '#domain/count.ts'
import { evolved, placeOf } from '#domain/event.ts'
import { changesBy, changesNothingElse } from '#domain/history/timeline.ts'
import { orders, sentence } from '#domain/order/actions.ts'
import type { Entry } from '#domain/order/conversation.ts'
import type { Order } from '#domain/order/order.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { relative, shortDay } from '#web/kit/time.ts'
import { stateOf } from '#web/live/order.ts'
import { type Compared, type Mark, OrderContext, type ShownOrder, useShownOrder } from '#web/order/context.ts'
import { maxLines } from '#web/order/conversation/useVirtualEntries.ts'
import { HistoryDays } from '#web/order/history/HistoryDays.tsx'
import type { TimelineLine } from '#web/order/history/useTimeline.ts'
import { Overview } from '#web/order/page/Overview.tsx'
import { Part } from '#web/order/page/Part.tsx'
import { type LazyTab, loads, TabView } from '#web/order/page/TabView.tsx'
import type { Tab } from '#web/order/tabs.ts'
import type { OrderLife } from './useOrderLife.ts'
import '#web/history/EventLine.css'

type PastPageProps = {
  life: OrderLife
  index: number
  tab: Tab
  /** The stop of the page that stands beside this one, and what is between the two. */
  beside?: Pick<Compared, 'name' | 'onDisplay' | 'displayedAnew'> & { index: number }
}

/** A tab of the order's page as it stood, by the components that show it as it stands; nothing can be changed on it. */
export function PastPage({ life, index, tab, beside }: PastPageProps) {
  const live = useShownOrder()
  const momentAt = (index: number) => ({ order: life.past.stateAt(life.stops[index]!), revision: life.stops[index]! })
  const state = stateOf(momentAt(index))
  const now = () => state
  const shown: ShownOrder = {
    ...live,
    ...state,
    now,
    applyEvents: now,
    catchUp: async () => state,
    loadEarlier: async () => state,
    controls: undefined,
    lastVisit: undefined,
    readOnly: true,
    isPast: true,
    pastTime: Date.parse(life.past.events[state.revision]!.at),
    ...(beside && { compared: comparedWith(momentAt(beside.index), momentAt(index), beside) }),
  }
  return (
    <OrderContext value={shown}>
      <div className="travel-page">
        {tab === 'overview' && <Overview />}
        {tab === 'history' && <PastHistory life={life} index={index} />}
        {tab !== 'overview' && tab !== 'history' && <PastTab key={tab} tab={tab} />}
        <WhatFollowed life={life} index={index} />
      </div>
    </OrderContext>
  )
}

/** The tabs that have come: shown again, or twice, they are there at once. */
const views = new Map<LazyTab, ComponentType>()

function PastTab({ tab }: { tab: LazyTab }) {
  const View = views.get(tab)
  const load = async () => {
    const loaded = await loads[tab]()
    views.set(tab, loaded.default)
    return loaded
  }
  return View ? <View /> : <TabView load={load} />
}

type Moment = { order: Order; revision: number }

/** The marks on the page of one moment beside that of another. */
function comparedWith(
  other: Moment,
  { order, revision }: Moment,
  page: Pick<Compared, 'name' | 'onDisplay' | 'displayedAnew'>,
): Compared {
  const mark: Mark = revision < other.revision ? 'del' : 'ins'
  return {
    ...{ name: page.name, onDisplay: page.onDisplay, displayedAnew: page.displayedAnew },
    other,
    mark: (select) => (isSame(select(order), select(other.order)) ? undefined : mark),
    markOfEntry: (entry) => (hasEntry(other.order.conversation, entry) ? undefined : mark),
  }
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether a conversation has an entry, and in the version that another one has it in. */
function hasEntry(conversation: readonly Entry[], entry: Entry): boolean {
  const there = conversation[placeOf(conversation, entry.revision)]
  return there?.id === entry.id && versionOf(there) === versionOf(entry)
}

const versionOf = (entry: Entry): string | undefined => (entry.kind === 'file' ? entry.file.filename : undefined)

/** How many of the lines that followed are said. */
const atMost = 3

/** Shows that nothing was written below yet, and what was written next. */
function WhatFollowed({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const { order } = useShownOrder()
  const left = stops.length - 1 - index
  const { at } = past.events[stops[index]!]!
  return (
    <Part name="What happened next" className="followed mt-6 ink-above">
      <Row className="followed-note" bodyClass="py-3 wet">
        {left === 0 ? 'This is the latest entry.' : `${counted(left, 'later entry', 'later entries')}.`}
      </Row>
      <ol>
        {stops.slice(index + 1, index + 1 + atMost).map((revision) => {
          const event = past.events[revision]!
          return (
            <Row
              key={event.id}
              as="li"
              className="followed-line lines-py-2 ink-2"
              bodyClass="row justify-between gap-0-4 break-anywhere"
              margin={<i className="serif">{shortDay(event.at)}</i>}
            >
              <span>{sentence(event, order)}</span>
              <i className="serif">{later(at, event.at)}</i>
            </Row>
          )
        })}
      </ol>
      {left > atMost && (
        <Row className="followed-line lines-py-2 ink-2" bodyClass="row justify-between gap-0-4 break-anywhere">
          <span>and {left - atMost} more</span>
        </Row>
      )}
    </Part>
  )
}

/** How long after another instant: `2 days later`. */
function later(from: string, to: string): string {
  const gone = relative(from, Date.parse(to))
  return gone === 'now' ? 'right after' : `${gone} later`
}

/** How many lines are shown at first, and how many more at a time. */
const atATime = 50

/** The lines that were written until then, newest first: so many of them at once as a page can bear. */
function PastHistory({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const [wanted, setWanted] = useState(atATime)
  const [seen, setSeen] = useState(index)
  if (seen !== index) {
    setSeen(index)
    setWanted(Math.min(wanted, maxLines)) // what is new at another moment is its newest line
  }
  const first = Math.max(0, index + 1 - wanted)
  const last = Math.min(index, first + maxLines - 1)
  const lines = useMemo(() => linesBetween({ past, stops }, first, last), [past, stops, first, last])
  return (
    <>
      <PageTitle
        title={`${counted(index + 1, 'entry', 'entries')} until then,`}
        next="newest first."
        eyebrow="Project History"
      />
      <HistoryDays
        lines={lines}
        folds
        onLater={last < index ? () => setWanted(wanted - atATime) : undefined}
        goesOn={first > 0}
      >
        {first > 0 && (
          <Row bodyClass="pt-5">
            <TextButton onClick={() => setWanted(Math.min(wanted + atATime, index + 1))}>
              Show earlier entries
            </TextButton>
          </Row>
        )}
      </HistoryDays>
    </>
  )
}

/** The lines from one stop to another, both included, newest first. */
function linesBetween({ past, stops }: OrderLife, first: number, last: number): TimelineLine[] {
  const isStop = new Set(stops.slice(first, last + 1))
  let order = past.stateAt(stops[first]! - 1)
  const lines: TimelineLine[] = []
  for (const event of past.events.slice(stops[first]!, stops[last]! + 1)) {
    const next = changesNothingElse(event) ? order : evolved(orders, order, event)
    if (isStop.has(event.revision)) lines.push({ event, changes: changesBy(event, order, next) })
    order = next
  }
  return lines.reverse()
}
