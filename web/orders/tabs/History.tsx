import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, traitsOf } from '#domain/order/events.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Button } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/Cross.tsx'
import { Line, Says, When } from '#web/kit/Leaf.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { More } from '#web/kit/More.tsx'
import { Tick } from '#web/kit/Tick.tsx'
import { day, shortDay, weekday } from '#web/kit/time.ts'
import { Blot } from '../Blot.tsx'
import { useShownOrder } from '../context.ts'
import { counted } from '../count.ts'
import { who } from '../words.ts'
import { useHistory } from './useHistory.ts'
import './History.css'

type Fact = Recorded<OrderEvent>

/** Everything that was ever written in the order, newest first, day by day. */
export default function History() {
  const { lastVisit } = useShownOrder()
  const { facts, count, hasMore, more, failure, again } = useHistory()
  return (
    <>
      <Says
        is={`${counted(count, 'line').replace(/^./, (first) => first.toUpperCase())} so far,`}
        next="the newest first."
        kick="History"
      />
      {!facts && (
        <Line className="order-waiting">
          {failure ? (
            <>
              <p>The history did not come.</p>
              <Button type="button" kind="line" onClick={again}>
                Try again
              </Button>
            </>
          ) : (
            <Loading />
          )}
        </Line>
      )}
      {facts && byDay(facts).map((facts) => <Day key={day(facts[0]!.at)} facts={facts} since={lastVisit?.revision} />)}
      {hasMore && (
        <Line className="history-more">
          <More onMore={more}>Show earlier lines</More>
        </Line>
      )}
    </>
  )
}

function Day({ facts, since }: { facts: readonly Fact[]; since: number | undefined }) {
  const { at } = facts[0]!
  return (
    <section aria-label={`${weekday(at)}, ${day(at)}`}>
      <Line as="header" className="day" margin={shortDay(at)}>
        <h2>{weekday(at)}</h2>
        <span className="meta">{counted(facts.length, 'line')}</span>
      </Line>
      <ol>
        {facts.map((fact) => (
          <FactLine key={fact.id} fact={fact} isNews={since !== undefined && fact.revision > since} />
        ))}
      </ol>
    </section>
  )
}

function FactLine({ fact, isNews }: { fact: Fact; isNews: boolean }) {
  const { order, viewer, fresh } = useShownOrder()
  const { quiet, settles } = traitsOf(fact) ?? {}
  const settled = settles?.(fact.data)
  const landing = fresh.get(fact.id)
  const news = isNews && fact.by.id !== viewer.id
  return (
    <Line
      as="li"
      className={`fact${quiet ? ' is-quiet' : ''}${news ? ' is-news' : ''}`}
      wet={landing !== undefined}
      margin={<When at={fact.at} part="clock" />}
    >
      <div className="fact-line">
        <span className={settled ? 'fact-what is-mark' : 'fact-what'}>
          {settled && (settled === 'cancelled' ? <Cross /> : <Tick />)}
          <span>
            {news && <span className="sr">New since your last visit: </span>}
            {sentence(fact, order)}
          </span>
        </span>
        <span className="fact-by">
          {landing && <Blot landing={landing} />}
          {who(fact, viewer)}
        </span>
        <span className="fact-number">{fact.revision + 1}</span>
      </div>
    </Line>
  )
}

/** Facts, newest first, in groups of a day. */
const byDay = (facts: readonly Fact[]): Fact[][] => [...Map.groupBy(facts, ({ at }) => day(at)).values()]
