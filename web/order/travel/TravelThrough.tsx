import { useEffect, useMemo, useRef } from 'react'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useTab } from '#web/order/tabs.ts'
import { Comparison } from './Comparison.tsx'
import { EntryNavButton } from './EntryNavButton.tsx'
import { MomentLine } from './MomentLine.tsx'
import { PastPage } from './PastPage.tsx'
import { PastSummary } from './PastSummary.tsx'
import { Ruler } from './Ruler.tsx'
import { stopAt } from './stops.ts'
import { TravelActions } from './TravelActions.tsx'
import { useMoments } from './useMoments.ts'
import type { OrderLife } from './useOrderLife.ts'
import { usePlay } from './usePlay.ts'

/** An order's life: where in it one stands, the way back and forth, and the page below, or two beside each other. */
export function TravelThrough({ life }: { life: OrderLife }) {
  const { past, stops: revisions } = life
  const { id } = useShownOrder()
  const tab = useTab(id)
  const stops = useMemo(() => revisions.map((revision) => past.events[revision]!), [past, revisions])
  const last = stops.length - 1
  const { at, comparedWith, moveTo, moveOther, compareWith } = useMoments(revisions[last]!)
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
                <em>
                  {day(event.at)}, {clock(event.at)}
                </em>
              </p>
              <Ruler label="Entry" stops={stops} index={index} onMove={travelTo} />
              <div className="travel-stood row items-end justify-between text-3">
                <PastSummary life={life} index={index} />
                <div className="travel-go">
                  <EntryNavButton direction="back" disabled={index === 0} onClick={() => travelTo(index - 1)} />
                  <EntryNavButton direction="forward" disabled={index === last} onClick={() => travelTo(index + 1)} />
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
