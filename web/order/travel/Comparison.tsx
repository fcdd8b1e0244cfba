import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { TabView } from '#web/order/page/TabView.tsx'
import { loads } from '#web/order/page/tab-loads.ts'
import type { Tab } from '#web/order/tabs.ts'
import { EntryNavButton } from './EntryNavButton.tsx'
import { MomentLine } from './MomentLine.tsx'
import { PastPage } from './PastPage.tsx'
import { PastSummary } from './PastSummary.tsx'
import { Ruler } from './Ruler.tsx'
import type { OrderLife } from './useOrderLife.ts'
import { WhatDiffers } from './WhatDiffers.tsx'
import './Comparison.css'

/** One of two moments: where it is among the stops, what its ruler is called, and how it is moved. */
type Side = { index: number; label: string; onMove(index: number): void }

type ComparisonProps = {
  life: OrderLife
  stops: readonly Recorded<OrderEvent>[]
  tab: Tab
  sides: readonly [Side, Side]
  actions: ReactNode
}

/**
 * The page as it stood at two moments, each under a ruler of its own. They stand beside each other where there is room,
 * and one at a time where there is none. What differs is said above, and marked on both.
 */
export function Comparison({ life, stops, tab, sides, actions }: ComparisonProps) {
  const hasRoom = useHasRoom()
  const [chosen, setChosen] = useState(0)
  /** How often each page followed the other in what is displayed of the conversation. */
  const [displayedAnew, setDisplayedAnew] = useState<readonly [number, number]>([0, 0])
  const onDisplay = (at: number) => setDisplayedAnew(([one, other]) => (at === 0 ? [one, other + 1] : [one + 1, other]))
  const shown = hasRoom ? [0, 1] : [chosen]
  /** Where there is room for one alone, the other comes in its place: what is compared does not move. */
  const keyOf = (at: number) => (at === chosen ? 'chosen' : 'other')
  const [one, other] = sides
  const names = sides.map(
    ({ index }, at) => `entry ${stops[index]!.revision + 1}${at === 1 && index === one.index ? ' (again)' : ''}`,
  )
  return (
    <div className="compared">
      <Row className="compared-head" bodyClass="row items-end justify-between" margin="Past">
        <p className="travel-copy small">These are past versions. You can’t change them.</p>
        <p className="travel-title balance">
          The project on <MomentName at={stops[one.index]!.at} /> and on <MomentName at={stops[other.index]!.at} />
        </p>
        <div className="travel-go">{actions}</div>
      </Row>
      {!hasRoom && (
        <div className="compared-switch ink-above on-paper-2 sticky">
          <Choices
            label="Version to show"
            options={sides.map(({ index }, at) => ({ name: at, title: `Entry ${stops[index]!.revision + 1}` }))}
            chosen={chosen}
            onChoose={(at: number) => setChosen(at)}
          />
        </div>
      )}
      <div className="compared-rulers grid pt-2 on-paper-2 ink-around-y">
        {shown.map((at) => (
          <SideRuler key={keyOf(at)} {...sides[at]!} name={names[at]!} isNamed={hasRoom} stops={stops} />
        ))}
      </div>
      <WhatDiffers life={life} one={one.index} other={other.index} tab={tab} />
      {tab === 'terms' ? (
        <>
          <Row className="compared-same" bodyClass="pt-5 ink-2">
            <p>The terms are not part of the project, so both versions show the same.</p>
          </Row>
          <TabView load={loads.terms} />
        </>
      ) : (
        <div className="compared-frame mt-6">
          <div className={`compared-pages grid ink-above leaf-columns${tab === 'overview' ? ' is-aligned' : ''}`}>
            {shown.map((at) => (
              <SidePage
                key={keyOf(at)}
                life={life}
                index={sides[at]!.index}
                beside={{
                  index: sides[1 - at]!.index,
                  name: names[at]!,
                  onDisplay: () => onDisplay(at),
                  displayedAnew: displayedAnew[at]!,
                }}
                tab={tab}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

type SideRulerProps = Side & {
  name: string
  /** Whether it says which line it stands at. */
  isNamed: boolean
  stops: ComparisonProps['stops']
}

function SideRuler({ index, label, onMove, name, isNamed, stops }: SideRulerProps) {
  return (
    <div className="compared-ruler grid columns-1-auto items-center gap-0-4 min-w-0">
      <p className="compared-moment">
        {isNamed && <b className="weight-500">Entry {stops[index]!.revision + 1}</b>}{' '}
        <MomentName at={stops[index]!.at} />
      </p>
      <div className="travel-go">
        <EntryNavButton direction="back" page={name} disabled={index === 0} onClick={() => onMove(index - 1)} />
        <EntryNavButton
          direction="forward"
          page={name}
          disabled={index === stops.length - 1}
          onClick={() => onMove(index + 1)}
        />
      </div>
      <Ruler label={label} stops={stops} index={index} onMove={onMove} />
    </div>
  )
}

type SidePageProps = Required<ComponentProps<typeof PastPage>>

function SidePage({ life, index, beside, tab }: SidePageProps) {
  const { at } = life.past.events[life.stops[index]!]!
  return (
    <section
      className="compared-page double-rule min-w-0 relative"
      aria-label={`The project at ${beside.name}: ${clock(at)} on ${day(at)}`}
    >
      <Row className="compared-stood" bodyClass="pt-4">
        <div className="travel-stood row items-end justify-between text-3">
          <PastSummary life={life} index={index} />
        </div>
        <MomentLine life={life} index={index} />
      </Row>
      <PastPage life={life} index={index} tab={tab} beside={beside} />
    </section>
  )
}

const MomentName = ({ at }: { at: string }) => (
  <em>
    <time dateTime={at}>
      {day(at)}, {clock(at)}
    </time>
  </em>
)

/** Where two pages have room beside each other: as in Comparison.css. */
const wide = '(min-width: 45rem)'

function subscribe(changed: () => void) {
  const media = matchMedia(wide)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window has room for two pages beside each other. */
const useHasRoom = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => true,
  )
