import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { differences } from '#domain/order/differences.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { actorLabel } from '../event-text.ts'
import { Changes } from '../history/Changes.tsx'
import { linkTo, useTab } from '../tabs.ts'
import { Comparison } from './Comparison.tsx'
import { Icon } from './Icon.tsx'
import { PastPage } from './PastPage.tsx'
import { Ruler } from './Ruler.tsx'
import { StoodFacts } from './StoodFacts.tsx'
import { stopAt } from './stops.ts'
import type { OrderLife } from './useOrderLife.ts'
import { usePlay } from './usePlay.ts'
import { useStop } from './useStop.ts'

/** An order's life: where in it one stands, the way back and forth, and the page or the comparison below. */
export function TravelThrough({ life, at }: { life: OrderLife; at: number }) {
  const { past, stops: revisions } = life
  const { id, viewer } = useShownOrder()
  const tab = useTab(id)
  const stops = useMemo(() => revisions.map((revision) => past.events[revision]!), [past, revisions])
  const last = stops.length - 1
  const { index, moveTo, compared, compareWith } = useStop(revisions, at)
  const play = usePlay(index, last, moveTo)
  const [isCopied, setCopied] = useState(false)
  const travelTo = (next: number) => {
    play.stop()
    setCopied(false)
    moveTo(next)
  }
  const event = stops[index]!
  const order = useMemo(() => past.stateAt(event.revision), [past, event])
  const before = useMemo(() => past.stateAt(event.revision - 1), [past, event])
  const text = sentence(event, order)
  const other = compared === undefined ? undefined : stops[stopAt(revisions, compared)]!

  const Title = other ? 'h1' : 'p' // the page below has a heading of its own
  return (
    <section aria-label="The page as it stood" className="travel">
      <div className="travel-head">
        <Row margin="Then">
          <p className="travel-copy">A copy. Nothing on it can be changed, or sent.</p>
          <Title className="travel-title">
            The page as it stood on{' '}
            <em>
              {day(event.at)}, {clock(event.at)}
            </em>
          </Title>
          <Ruler label="Line" stops={stops} index={index} onMove={travelTo} takesFocus />
          {other && compared !== undefined && (
            <Ruler
              label="Compared with line"
              stops={stops}
              index={stopAt(revisions, compared)}
              onMove={(next) => compareWith(revisions[next])}
            />
          )}
          <div className="travel-stood">
            <StoodFacts order={order} line={event.revision + 1} of={past.events.length} />
            <div className="travel-go">
              <Button
                type="button"
                kind="line"
                small
                aria-label="One line back"
                disabled={index === 0}
                onClick={() => travelTo(index - 1)}
              >
                <Icon name="back" />
              </Button>
              <Button
                type="button"
                kind="line"
                small
                aria-label={play.isPlaying ? 'Stop' : 'Play the order’s life, twenty seconds'}
                onClick={play.isPlaying ? play.stop : play.start}
              >
                <Icon name={play.isPlaying ? 'stop' : 'play'} />
              </Button>
              <Button
                type="button"
                kind="line"
                small
                aria-label="One line forward"
                disabled={index === last}
                onClick={() => travelTo(index + 1)}
              >
                <Icon name="forward" />
              </Button>
              <Button
                type="button"
                kind="line"
                small
                aria-pressed={other !== undefined}
                onClick={() => compareWith(other ? undefined : revisions[last])}
              >
                Compare
              </Button>
              <Button
                type="button"
                kind="line"
                small
                onClick={() =>
                  navigator.clipboard.writeText(window.location.href).then(
                    () => setCopied(true),
                    () => {},
                  )
                }
              >
                {isCopied ? 'Copied' : 'Copy link'}
              </Button>
              <Link className={buttonClass('solid', true)} to={linkTo(tab)}>
                Now
              </Link>
            </div>
          </div>
          <p className="travel-line">
            <span>{text}</span> <span className="meta">{actorLabel(event, viewer)}</span>
            <Changes of={differences(before, order)} beside={text} />
          </p>
        </Row>
      </div>
      {other ? (
        <Comparison past={past} one={event} other={other} />
      ) : (
        <PastPage life={life} order={order} index={index} tab={tab} />
      )}
    </section>
  )
}
