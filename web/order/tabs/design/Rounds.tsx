import type { DraftPhase } from '#domain/order/design-draft.ts'
import { nextRound, roundsIn } from '#domain/order/review.ts'
import { freeRoundsUsed, priceInWords, roundNote } from '#domain/words/review.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Part } from '#web/order/page/Part.tsx'
import './Rounds.css'

/** The rounds of a phase as loops of a line: those that were requested, the one that may be, and the approval. */
export function Rounds({ phase }: { phase: DraftPhase }) {
  const { order } = useShownOrder()
  const rounds = roundsIn(order, phase)
  const next = nextRound(order, phase)
  const isApproved = order.designs.findLast((each) => (each.phase ?? phase) === phase)?.approved !== undefined
  return (
    <Part name="Rounds of changes">
      <SectionHeader title="Rounds of changes" aside={freeRoundsUsed(phase, rounds.length)} />
      <Row>
        <ol className="rounds" aria-label={`Rounds of the ${phase}`}>
          {rounds.map((round) => (
            <li className="relative" key={round.round}>
              <Loop />
              <b className="block serif-5-125">Round {round.round}</b>
              <span className="small">{roundNote(round)}</span>
            </li>
          ))}
          {!isApproved && (
            <li className="is-next relative">
              <Loop />
              <b className="block serif-5-125">Round {next.round}</b>
              <span className="small">{priceInWords(next.price)}</span>
            </li>
          )}
          <li className={isApproved ? 'is-end relative' : 'is-end is-next relative'}>
            <svg viewBox="0 0 24 24" className="rounds-tick absolute" aria-hidden="true">
              <path d="M2.2 12.6C4 13.2 5.8 15.3 7.1 17.9 9.7 12 14.8 5.8 22 2.2 15.6 7.4 11 13.9 8.4 21c-.4 1.1-1.7 1.1-2.1 0C5.2 17.8 3.9 15 2.2 12.6Z" />
            </svg>
            <b className="block serif-5-125">Approved</b>
            <span className="small">{isApproved ? 'by the client' : 'costs nothing'}</span>
          </li>
        </ol>
      </Row>
    </Part>
  )
}

const Loop = () => (
  <svg className="loop pen round-joins absolute overflow-visible" viewBox="0 0 120 96" aria-hidden="true">
    <path
      className="thin-stroke"
      d="M0 86C22 86 44 86 62 82 88 76 98 56 94 36 90 14 66 8 54 24 42 40 48 66 68 78 82 86 100 86 120 86"
    />
  </svg>
)
