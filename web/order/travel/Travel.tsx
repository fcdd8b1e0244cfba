import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { wantsLessMotion } from '#web/kit/motion.ts'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useWhenErased } from '#web/order/history/useTimeline.ts'
import { linkTo, revisionIn, type Tab, useTab } from '#web/order/tabs.ts'
import { Comparison } from './Comparison.tsx'
import { MomentLine, PastSummary } from './Moment.tsx'
import { PastPage } from './PastPage.tsx'
import { EntryNav, Ruler, TravelIcon } from './Ruler.tsx'
import { stopAt } from './stops.ts'
import { type OrderLife, useOrderLife } from './useOrderLife.ts'
import './Travel.css'

/** The page of an order as it stood at the revision that the address names, and the way to every other. */
export default function Travel() {
  const { clientErased } = useShownOrder().order
  const [erasures, setErasures] = useState(0)
  useWhenErased(() => setErasures(erasures + 1))
  // What is missed offline is told by the order alone.
  return <LoadedTravel key={`${clientErased} ${erasures}`} />
}

function LoadedTravel() {
  const { life, progress, failure, again } = useOrderLife()
  if (life) return <TravelThrough life={life} />
  return (
    <section aria-label="Past version" className="travel">
      <Row className="order-waiting" margin="Past">
        {failure === undefined ? (
          <label className="travel-loading">
            Loading the project’s history <progress className="w-full" value={progress} />
          </label>
        ) : (
          <>
            <p role="alert">The earlier entries couldn’t be loaded.</p>
            <Button kind="line" onClick={again}>
              Try again
            </Button>
          </>
        )}
      </Row>
    </section>
  )
}

/** An order's life: where in it one stands, the way back and forth, and the page below, or two beside each other. */
function TravelThrough({ life }: { life: OrderLife }) {
  const { past, stops: revisions } = life
  const { id } = useShownOrder()
  const tab = useTab(id)
  const stops = useMemo(() => revisions.map((revision) => past.events[revision]!), [past, revisions])
  const last = stops.length - 1
  const { at, comparedWith, moveTo, moveOther, compareWith, query } = useMoments()
  const index = stopAt(revisions, at)
  const play = usePlay(index, last, (next) => moveTo(revisions[next]!))
  const travelTo = (next: number) => {
    play.stop()
    moveTo(revisions[next]!)
  }
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.querySelector<HTMLElement>('input[type=range]')?.focus({ preventScroll: true })
  }, [])
  const event = stops[index]!
  const actions = (
    <TravelActions
      tab={tab}
      play={play}
      query={query}
      isComparing={comparedWith !== undefined}
      onCompare={() => compareWith(comparedWith === undefined ? revisions[last] : undefined)}
    />
  )

  return (
    <section ref={section} aria-label="Past version" className="travel">
      {comparedWith === undefined ? (
        <>
          <div className="travel-head pt-5 ink-below on-paper-2">
            <Row margin="Past">
              <p className="travel-copy small">This is a past version. You can’t change it.</p>
              <p className="travel-title balance">
                The project as it was on{' '}
                <em className="inline-block">
                  {day(event.at)}, {clock(event.at)}
                </em>
              </p>
              <Ruler label="Entry" stops={stops} index={index} onMove={travelTo} />
              <div className="travel-stood row items-end justify-between text-3">
                <PastSummary life={life} index={index} />
                <div className="travel-go row gap-1">
                  <EntryNav stops={stops} index={index} onMove={travelTo} />
                  {actions}
                </div>
              </div>
              <MomentLine life={life} index={index} />
            </Row>
          </div>
          <PastPage life={life} index={index} tab={tab} />
        </>
      ) : (
        <Comparison
          life={life}
          stops={stops}
          tab={tab}
          actions={actions}
          sides={[
            { index, label: 'Entry', onMove: travelTo },
            {
              index: stopAt(revisions, comparedWith),
              label: 'Compared with entry',
              onMove: (next) => moveOther(revisions[next]!),
            },
          ]}
        />
      )}
    </section>
  )
}

/** How long a whole life takes, and how often the page is drawn meanwhile: milliseconds. */
const lifeMs = 20_000
const drawnEveryMs = 150
/** The same for who wants less motion: still pictures, one a second. */
const stillEveryMs = 1_000

/** Plays a life from where it stands, in twenty seconds from its beginning to its end; from the beginning, at its end. */
function usePlay(index: number, last: number, moveTo: (index: number) => void) {
  const [isPlaying, setPlaying] = useState(false)
  const begin = useEffectEvent(() => (index >= last ? 0 : index))
  const show = useEffectEvent((position: number) => {
    moveTo(Math.min(last, Math.round(position)))
    if (position >= last) setPlaying(false)
  })
  const stepOf = useEffectEvent((ms: number) => (last * ms) / lifeMs)
  useEffect(() => {
    if (!isPlaying) return
    const everyMs = wantsLessMotion() ? stillEveryMs : drawnEveryMs
    let position = begin()
    show(position)
    const timer = setInterval(() => {
      position += stepOf(everyMs)
      show(position)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  return { isPlaying, start: () => setPlaying(true), stop: () => setPlaying(false) }
}

type TravelActionsProps = {
  tab: Tab
  play: ReturnType<typeof usePlay>
  /** The query of the address of what is shown. */
  query: string
  isComparing: boolean
  onCompare(): void
}

const compareId = 'travel-compare'

/** The actions in an order's life beside going through it by hand. */
function TravelActions({ tab, play, query, isComparing, onCompare }: TravelActionsProps) {
  /** The address that was copied: another one is not. */
  const [copied, setCopied] = useState<string>()
  const copy = () =>
    // Without a secure connection there is no clipboard at all.
    Promise.resolve(navigator.clipboard?.writeText(new URL(query, window.location.href).href) ?? Promise.reject()).then(
      () => setCopied(query),
      () => toast.error('Failed to copy text'),
    )
  const compare = () => {
    onCompare()
    // Compared or not, these buttons stand elsewhere on the page.
    requestAnimationFrame(() => document.getElementById(compareId)?.focus())
  }
  return (
    <>
      <Button
        kind="line"
        small
        aria-label={play.isPlaying ? 'Stop' : 'Play the project’s history (20 seconds)'}
        onClick={play.isPlaying ? play.stop : play.start}
      >
        <TravelIcon name={play.isPlaying ? 'stop' : 'play'} />
      </Button>
      <Button kind="line" small id={compareId} aria-pressed={isComparing} onClick={compare}>
        Compare
      </Button>
      <Button kind="line" small onClick={copy}>
        {copied === query ? 'Copied' : 'Copy link'}
      </Button>
      <Link className={buttonClass('solid', true)} to={linkTo(tab)}>
        Back to today
      </Link>
    </>
  )
}

/** How long one stands still before the address says where, in milliseconds: browsers refuse more than a few a second. */
const restMs = 250

/** The revisions that one stands at: `at`, and the one that it is compared with, if any. */
type Moments = { at: number; comparedWith: number | undefined }

const isSame = (one: Moments, other: Moments) => one.at === other.at && one.comparedWith === other.comparedWith

/**
 * Where one stands in a life, as the address names it by `at` and `with`. It follows as soon as one stands still, in the
 * place of what it said; to compare and to stop comparing are steps that lead back.
 */
function useMoments() {
  const [params, setParams] = useSearchParams()
  const address = { at: revisionIn(params, 'at')!, comparedWith: revisionIn(params, 'with') }
  const [moments, setMoments] = useState<Moments>(address)
  /** The address’s last moments, and those last written there. */
  const [seen, setSeen] = useState<Moments>(address)
  const [written, setWritten] = useState<Moments>(address)
  if (!isSame(seen, address)) {
    setSeen(address)
    setWritten(address)
    if (!isSame(address, written)) setMoments(address) // a link or the way back, and not the hand on the ruler
  }

  const write = useEffectEvent((moments: Moments) => setParams(named(params, moments), rulerMoved))
  useEffect(() => {
    if (isSame(moments, written)) return
    const timer = setTimeout(() => {
      setWritten(moments)
      write(moments)
    }, restMs)
    return () => clearTimeout(timer)
  }, [moments, written])

  return {
    ...moments,
    /** The query of these moments’ address: ahead of the browser's while one moves. */
    query: `?${named(params, moments)}`,
    moveTo: (at: number) => setMoments((moments) => ({ ...moments, at })),
    moveOther: (comparedWith: number) => setMoments((moments) => ({ ...moments, comparedWith })),
    /** Compares with a revision, or with none. */
    compareWith(comparedWith: number | undefined) {
      const next = { ...moments, comparedWith }
      setMoments(next)
      setWritten(next)
      setParams(named(params, next), { preventScrollReset: true })
    },
  }
}

const rulerMoved = { replace: true, preventScrollReset: true }

function named(params: URLSearchParams, { at, comparedWith }: Moments): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('at', String(at))
  if (comparedWith === undefined) next.delete('with')
  else next.set('with', String(comparedWith))
  return next
}
