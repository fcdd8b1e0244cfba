import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Design, DraftPhase, Point } from '#domain/order/design-draft.ts'
import { letterOf, maxPoints, pointsIn } from '#domain/order/review.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Drawing } from '#web/order/page/Designs.tsx'
import { useUploadLimits } from '#web/shell/session.ts'
import { Plate, type Sheet, type ShownPin, useSheets } from './Plate.tsx'
import { OwnPoint, SentPoint } from './PointRow.tsx'
import { useFocusOnPoint } from './useFocusOnPoint.ts'
import type { UnsentPoint, UnsentReview } from './useUnsentReview.ts'
import './Review.css'

type PinnedDraftProps = {
  version: number
  design: Design
  phase: DraftPhase
  /** The points requested beside this version. */
  points: readonly Point[]
  /** The client’s unsent review; undefined where nothing can be asked for. */
  unsentReview: UnsentReview | undefined
}

/** A point of the list: one that was sent, or one that is being written. */
type Listed = { letter: string; pin: Point['pin'] } & ({ sent: Point } | { own: UnsentPoint })

/** A version of the design with the points about it: pinned on it where it has files, and in a list that says the same. */
export function PinnedDraft({ version, design, phase, points, unsentReview }: PinnedDraftProps) {
  const { order } = useShownOrder()
  const { sheets, setCount } = useSheets(design)
  const [shown, setShown] = useState(0)
  const sheet = sheets[shown] ?? sheets[0]
  const [plate, list] = [useRef<HTMLDivElement>(null), useRef<HTMLOListElement>(null)]
  const focus = useFocusOnPoint()
  const { filesAtOnce } = useUploadLimits()
  const pictures = unsentReview?.points.filter(({ picture }) => picture).length ?? 0
  const addId = useId()

  const lettered = pointsIn(order, phase).length
  const all: Listed[] = [
    ...points.map((sent) => ({ letter: sent.letter, pin: sent.pin, sent })),
    ...(unsentReview?.points ?? []).map((own, at) => ({ letter: letterOf(lettered + at), pin: own.pin, own })),
  ]
  const here = all.filter(({ pin }) => pin && sheet && isOn(pin, sheet)).toSorted((a, b) => a.pin!.y - b.pin!.y)
  const entries = [...here, ...all.filter((each) => !here.includes(each))]
  // By those on the picture that is shown: another one may be as large.
  const { rules, gap } = useRuledList(
    plate,
    list,
    entries.map((each) => `${each.letter}${here.includes(each) ? each.pin!.y : ''}`).join(),
  )

  const add =
    unsentReview &&
    unsentReview.points.length < maxPoints &&
    ((pin?: Point['pin']) => focus(`point-${unsentReview.add(pin)}`))
  return (
    <div className={sheet ? 'review' : 'review is-linked'}>
      {sheets.length > 1 && (
        <div className="column-all scroll-x no-scrollbar">
          <Choices
            label="Pages"
            options={sheets.map((each, at) => ({ name: at, title: pageTitle(each, all) }))}
            chosen={sheets.indexOf(sheet!)}
            onChoose={(at: number) => setShown(at)}
          />
        </div>
      )}
      {sheet ? (
        <Plate
          ref={plate}
          sheet={sheet}
          alt={`Version ${version}: ${sheet.title}`}
          pins={here.map(shownPin)}
          onPages={(count) => setCount(sheet.stored, count)}
          onPlace={add ? (at) => add({ file: sheet.file, page: sheet.page, ...at }) : undefined}
          onMove={(id, pin) => unsentReview?.change(id, { pin })}
          onUnpin={(id) => {
            unsentReview?.change(id, { pin: undefined })
            focus(`point-${id}`)
          }}
        />
      ) : (
        <Drawing design={design} draft={version} />
      )}
      <svg
        className="review-rules hidden h-full overflow-visible absolute click-through"
        width={gap}
        aria-hidden="true"
      >
        {rules.map(({ id, from, to }) => (
          <path
            className={`no-fill is-${stateOf(entries.find(({ letter }) => letter === id))}`}
            key={id}
            d={`M0 ${from}L${gap} ${to}`}
          />
        ))}
      </svg>
      <div>
        <ol ref={list} aria-label={`Points about version ${version}`}>
          {entries.map((each) =>
            'sent' in each ? (
              <SentPoint
                key={each.letter}
                point={each.sent}
                phase={phase}
                y={here.includes(each) ? each.pin?.y : undefined}
              />
            ) : (
              <OwnPoint
                key={each.own.id}
                letter={each.letter}
                point={each.own}
                isUnstored={unsentReview!.isUnstored(each.own.id)}
                mayAddPicture={pictures < filesAtOnce}
                y={here.includes(each) ? each.pin?.y : undefined}
                onChange={(changes) => {
                  unsentReview!.change(each.own.id, changes)
                  if (!('text' in changes)) focus(`point-${each.own.id}`)
                }}
                onRemove={() => {
                  unsentReview!.remove(each.own.id)
                  focus(addId)
                }}
                onPin={
                  sheet &&
                  (() => {
                    unsentReview!.change(each.own.id, { pin: { file: sheet.file, page: sheet.page, x: 0.5, y: 0.5 } })
                    focus(`pin-${each.own.id}`)
                  })
                }
              />
            ),
          )}
        </ol>
        {add && (
          <p className="row items-baseline gap-1-4 pt-3">
            <TextButton id={addId} data-command="requestChanges" onClick={() => add()}>
              Add a point
            </TextButton>
            {sheet && <span className="small">Or click the picture where something should change.</span>}
          </p>
        )}
      </div>
    </div>
  )
}

const isOn = (pin: NonNullable<Point['pin']>, { file, page }: Sheet): boolean => pin.file === file && pin.page === page

const stateOf = (entry: Listed | undefined): ShownPin['state'] =>
  !entry || 'own' in entry ? 'new' : entry.sent.done ? 'done' : 'open'

const shownPin = (entry: Listed): ShownPin => ({
  ...{ letter: entry.letter, pin: entry.pin!, state: stateOf(entry) },
  ...('own' in entry ? { id: entry.own.id } : {}),
})

/** A page by its name, with how many points are on it. */
function pageTitle(sheet: Sheet, all: readonly Listed[]): string {
  const count = all.filter(({ pin }) => pin && isOn(pin, sheet)).length
  return count > 0 ? `${sheet.title} (${count})` : sheet.title
}

/** A rule from the plate's edge to an entry: heights in pixels, from the plate's top; `id` is the entry’s. */
type Rule = { id: string; from: number; to: number }

/**
 * Sets each entry of a list at the height of its pin on the plate beside it, or below the entry before. Returns the
 * rules from pin to entry, with the width of the gap between. An entry says its height by `data-y`, 0 to 1. Where the
 * list stands below the plate it is left as it is. `entries`: what the list has, as text.
 */
function useRuledList(
  plate: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  entries: string,
): { rules: readonly Rule[]; gap: number } {
  const [ruled, setRuled] = useState<{ rules: readonly Rule[]; gap: number }>({ rules: [], gap: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are arranged anew
  useLayoutEffect(() => {
    const [picture, entriesList] = [plate.current, list.current]
    if (!picture || !entriesList) return
    const arrange = () => {
      const next = arranged(picture, entriesList)
      setRuled((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    arrange()
    const observer = new ResizeObserver(arrange)
    for (const each of [picture, entriesList, ...entriesList.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [plate, list, entries])
  return ruled
}

function arranged(plate: HTMLElement, list: HTMLElement): { rules: Rule[]; gap: number } {
  const [picture, beside] = [plate.getBoundingClientRect(), list.getBoundingClientRect()]
  const gap = Math.round(beside.left - picture.right)
  const items = [...list.children] as HTMLElement[]
  if (gap <= 0) {
    for (const item of items) item.style.marginTop = ''
    return { rules: [], gap: 0 }
  }
  let bottom = 0
  const rules: Rule[] = []
  for (const item of items) {
    const { y, id = '' } = item.dataset
    const from = y === undefined ? undefined : Math.round(Number(y) * picture.height)
    const to = Math.max(from ?? bottom, bottom)
    item.style.marginTop = `${to - bottom}px`
    bottom = to + item.offsetHeight
    if (from !== undefined) rules.push({ id, from, to })
  }
  return { rules, gap }
}
