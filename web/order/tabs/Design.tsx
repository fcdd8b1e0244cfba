import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftPhase, Design as Version } from '#domain/order/design-draft.ts'
import type { Order } from '#domain/order/order.ts'
import { draftPhaseOf, nextRound, pointsIn, roundsIn, stateOf } from '#domain/order/review.ts'
import { freeRoundsUsed, notSentInWords, priceInWords, reviewTitle, roundNote } from '#domain/words/review.ts'
import { Button } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { useOpener } from '#web/kit/focus.tsx'
import { NotSent } from '#web/kit/NotSent.tsx'
import { PageTitle, Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { dayAndClock, useNow } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Part } from '#web/order/page/Part.tsx'
import { Decide } from './design/Decide.tsx'
import { PinnedDraft } from './design/PinnedDraft.tsx'
import { type UnsentPoint, useUnsentReview } from './design/useUnsentReview.ts'
import './Design.css'

/** The design in its versions: the latest is reviewed, with points pinned on it, approved, or changed in rounds. */
export default function Design() {
  const { order, viewer, controls, readOnly } = useShownOrder()
  const { designs } = order
  const [chosen, setChosen] = useState<number>()
  const unsentReview = useUnsentReview()
  const count = designs.length
  const version = Math.min(chosen ?? count, count)
  const shown = designs[version - 1]
  const phase = phaseOf(order, shown)
  const isOpen = order.status === 'open'
  const open = isOpen && !readOnly
  const isWaiting = count > 0 && stateOf(order, count) === 'waiting'
  const isTheirTurn = open && viewer.role === 'client' && isWaiting
  const decides = isTheirTurn && version === count
  const { written, clearPoints } = unsentReview
  const notSent = useOpener<HTMLDivElement>(decides)
  const latest =
    count > 0
      ? {
          phase: phaseOf(order, designs[count - 1]),
          version: count,
          state: stateOf(order, count),
          points: requestedPoints(order, count),
        }
      : undefined
  const showLatest = () => {
    flushSync(() => setChosen(undefined))
    document.querySelector<HTMLElement>('#decide :is(input, button)')?.focus()
  }
  return (
    <>
      <PageTitle {...reviewTitle(latest, viewer.role, isOpen)} eyebrow="Design" />
      {shown && (
        <Part name={`Version ${version}`} id="review">
          <SectionHeader
            title={`Version ${version}`}
            aside={
              count > 1 && (
                <Choices
                  label="Versions"
                  options={designs.map((_, at) => ({ name: at + 1, title: `Version ${at + 1}` })).reverse()}
                  chosen={version}
                  // A person who looks at the latest goes on doing so when there is a later one.
                  onChoose={(at) => setChosen(at === count ? undefined : at)}
                />
              )
            }
          />
          <Row margin={<Timestamp at={shown.at} />} className="review-line lines-py-4">
            {/* Who answers a point goes on doing so when there is a later version, until it is sent. */}
            <div
              onSubmit={() => version === count && setChosen(undefined)}
              onInput={({ target }) => controls && target instanceof HTMLTextAreaElement && setChosen(version)}
            >
              <PinnedDraft
                key={version}
                version={version}
                design={shown}
                phase={phase}
                points={pointsOf(order, version)}
                unsentReview={decides ? unsentReview : undefined}
              />
            </div>
            {written.length > 0 && viewer.role === 'client' && !isTheirTurn && !readOnly && (
              <NotSentPoints ref={notSent} points={written} onDiscard={() => clearPoints(written)} />
            )}
            <SharedBy version={shown} />
          </Row>
        </Part>
      )}
      {shown && <Rounds phase={phase} />}
      {decides && <Decide version={version} phase={phase} unsentReview={unsentReview} />}
      {isTheirTurn && !decides && <ShowLatest version={count} onShow={showLatest} />}
      {open && controls && <controls.TabForm tab="design" />}
    </>
  )
}

type NotSentPointsProps = { ref: Ref<HTMLDivElement>; points: readonly UnsentPoint[]; onDiscard(): void }

/** The points of a client whose turn was over before they sent them, with their pictures. */
function NotSentPoints({ ref, points, onDiscard }: NotSentPointsProps) {
  const text = points.flatMap((point) => point.text.trim() || []).join('\n\n')
  return (
    <NotSent ref={ref} says={notSentInWords(points.length)} text={text} onDiscard={onDiscard}>
      {points.map(
        ({ id, picture }) =>
          picture && (
            <img className="remark-own-picture block edge mt-1" key={id} src={picture.url} alt={picture.name} />
          ),
      )}
      {text && <Copy label="Points" text={text} />}
    </NotSent>
  )
}

/** Leads from an earlier version to the latest, which waits for an answer: the palette offers that at any version. */
const ShowLatest = ({ version, onShow }: { version: number; onShow(): void }) => (
  <Row bodyClass="pt-5">
    <Button kind="line" data-command="approveDraft requestChanges" onClick={onShow}>
      Answer version {version}
    </Button>
  </Row>
)

const phaseOf = (order: Order, design: Version | undefined) => design?.phase ?? draftPhaseOf(order.steps)

/** Who shared a version, with their note, and who approved it. */
const SharedBy = ({ version: { by, at, note, approved } }: { version: Version }) => {
  const now = useNow()
  return (
    <p className="small pt-3">
      Shared by <bdi>{by}</bdi>, {dayAndClock(at, now)}. {note && <bdi>{note} </bdi>}
      {approved && (
        <>
          Approved by <bdi>{approved.name}</bdi>, {dayAndClock(approved.at, now)}.
        </>
      )}
    </p>
  )
}

/** The points that were requested of a version. */
const requestedPoints = ({ rounds }: Order, version: number) =>
  rounds.filter((round) => round.version === version).flatMap(({ points }) => points)

/**
 * The points beside a version: those requested of it, or else those of the round that it answers. And all open points
 * of earlier rounds of its phase.
 */
function pointsOf(order: Order, version: number) {
  const phase = phaseOf(order, order.designs[version - 1])
  const before = order.rounds.filter((round) => round.phase === phase && round.version <= version)
  const latest = new Set(before.at(-1)?.points)
  return pointsIn({ rounds: before }, phase).filter((point) => latest.has(point) || !point.done)
}

/** The rounds of a phase as loops of a line: those that were requested, the one that may be, and the approval. */
function Rounds({ phase }: { phase: DraftPhase }) {
  const { order, viewer } = useShownOrder()
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
            <span className="small">
              {isApproved ? (viewer.role === 'client' ? 'by you' : 'by the client') : 'costs nothing'}
            </span>
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
