import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { type Compared, compareMoments } from '#domain/order/differences.ts'
import type { Order } from '#domain/order/order.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useMedia } from '#web/kit/useMedia.ts'
import { loads, TabView } from '#web/order/page/TabView.tsx'
import { linkToMoment, type Tab, tabs } from '#web/order/tabs.ts'
import { MomentLine, PastSummary } from './Moment.tsx'
import { PastPage } from './PastPage.tsx'
import { EntryNav, Ruler } from './Ruler.tsx'
import type { OrderLife } from './useOrderLife.ts'
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
  const hasRoom = useMedia(wide)
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
        <div className="travel-go row gap-1">{actions}</div>
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
      <div className="travel-go row gap-1">
        <EntryNav stops={stops} index={index} onMove={onMove} page={name} />
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
      <Row bodyClass="pt-4">
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

/** How many differences are shown until all are asked for. */
const atFirst = 6

type WhatDiffersProps = {
  life: OrderLife
  /** The stops that are compared, in any order. */
  one: number
  other: number
  tab: Tab
}

/** Shows the differences between two moments, the earlier one first, each with the way to the tab where it stands. */
function WhatDiffers({ life: { past, stops }, one, other, tab }: WhatDiffersProps) {
  const [isWhole, setWhole] = useState(false)
  const [at, comparedWith] = [stops[one]!, stops[other]!]
  const [before, after] = [past.stateAt(Math.min(at, comparedWith)), past.stateAt(Math.max(at, comparedWith))]
  const differing = useMemo(() => compareMoments(before, after), [before, after])
  const between = Math.abs(other - one)
  const linkTo = (to: Tab) => linkToMoment(at, to, comparedWith)
  return (
    <section aria-label="Differences" className="differs">
      <SectionHeader
        title={differing.length === 0 ? 'No differences' : counted(differing.length, 'difference')}
        aside={between === 0 ? 'The same entry twice' : `${counted(between, 'entry', 'entries')} apart`}
      />
      <ul>
        {(isWhole ? differing : differing.slice(0, atFirst)).map((row) => (
          <Row
            key={row.key}
            as="li"
            className="difference rule-below"
            bodyClass="grid items-baseline gap-1-5 py-2 pre-line break-anywhere"
          >
            <span className="sans-2-14 ink-2">
              {row.about} <Where row={row} tab={tab} linkTo={linkTo} />
            </span>
            <del>{row.before ?? 'none'}</del>
            <ins className="marked">{row.after ?? 'none'}</ins>
          </Row>
        ))}
      </ul>
      {differing.length > atFirst && (
        <Row bodyClass="py-2">
          <TextButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${differing.length} differences`}
          </TextButton>
        </Row>
      )}
    </section>
  )
}

/** The tab that shows a field of an order; the overview, where it has none of its own. */
const tabOf: { [Field in keyof Order]?: Tab } = {
  ...{ invoice: 'invoice', documents: 'invoice', buyer: 'invoice', payments: 'payment', paymentLink: 'payment' },
  ...{ proposal: 'proposal', proposals: 'proposal', designs: 'design', rounds: 'design' },
}

type WhereProps = { row: Compared; tab: Tab; linkTo(tab: Tab): { search: string } }

function Where({ row: { field }, tab, linkTo }: WhereProps) {
  const to = tabOf[field] ?? 'overview'
  if (to === tab) return null
  return (
    <Link to={linkTo(to)} preventScrollReset>
      {tabs[to]}
    </Link>
  )
}
