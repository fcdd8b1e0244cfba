import { type KeyboardEvent, type PointerEvent, type Ref, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import type { Design, Pin } from '#domain/order/design-draft.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import { LazyView } from '#web/kit/LazyView.tsx'
import { useTriesByLine } from '#web/live/useTriesByLine.ts'
import { useShownOrder } from '#web/order/context.ts'
import { previewOf, sharedPicture } from '#web/order/conversation/preview.ts'

const loadPdfSheet = () => import('./PdfSheet.tsx')

/** A pin as the plate shows it: one that was not sent may be moved. */
export type ShownPin = { letter: string; pin: Pin; state: 'done' | 'open' | 'new'; id?: string }

type PlateProps = {
  ref: Ref<HTMLDivElement>
  sheet: Sheet
  alt: string
  pins: readonly ShownPin[]
  onPages(count: number): void
  /** Where one clicked who may add points; undefined for who may not. */
  onPlace?: ((at: { x: number; y: number }) => void) | undefined
  onMove(id: string, pin: Pin): void
  /** The pin was taken away by key. */
  onUnpin(id: string): void
}

/** A sheet of a draft with its pins, each at a part of its width and height: so they hold their place at every size. */
export function Plate({ ref, sheet, alt, pins, onPages, onPlace, onMove, onUnpin }: PlateProps) {
  const { tries, ref: watched, onFailure, again } = useTriesByLine()
  const { stored, isPdf, page } = sheet
  const place = (event: React.MouseEvent) => {
    if (!(event.target as Element).closest('a, button')) onPlace?.(placeIn(event.currentTarget as HTMLElement, event))
  }
  return (
    <div className={`review-plate ink-around relative${onPlace ? ' is-open' : ''}`} ref={ref}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicking is a second way to do what “Add a point” does */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button is the way by keyboard */}
      <div className="review-picture" onClick={place}>
        {isPdf ? (
          <LazyView
            key={`${stored.filename} ${tries}`}
            load={loadPdfSheet}
            props={{ file: stored, page, onPages, onFailure, again }}
            waiting={<p className="meta py-4 px-4">Loading…</p>}
          />
        ) : (
          <img
            className="block w-full h-auto on-paper-2"
            key={tries}
            ref={watched}
            src={fileUrl(stored)}
            width={stored.width}
            height={stored.height}
            alt={alt}
            decoding="async"
            onError={onFailure}
          />
        )}
      </div>
      {pins.map((each) =>
        each.id === undefined ? (
          <i
            className={`pin is-${each.state} absolute click-through`}
            key={each.letter}
            style={at(each.pin)}
            aria-hidden="true"
          >
            <b>{each.letter}</b>
          </i>
        ) : (
          <MovablePin
            key={each.id}
            letter={each.letter}
            pin={each.pin}
            id={each.id}
            onMove={(pin) => onMove(each.id!, pin)}
            onUnpin={() => onUnpin(each.id!)}
          />
        ),
      )}
      {pins.map(({ letter, pin, state }) => (
        <i className={`pin-rule is-${state} absolute click-through`} key={letter} style={at(pin)} aria-hidden="true" />
      ))}
    </div>
  )
}

const at = ({ x, y }: Pin) => ({ '--x': `${x * 100}%`, '--y': `${y * 100}%` }) as React.CSSProperties

/** Returns the part of an element that something points at, from 0 to 1, to a thousandth. */
function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: inside((clientX - left) / width), y: inside((clientY - top) / height) }
}

const inside = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 1_000) / 1_000

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type MovablePinProps = { letter: string; pin: Pin; id: string; onMove(pin: Pin): void; onUnpin(): void }

/** A pin of a point that was not sent: dragged, or moved by arrow keys, by a hundredth or with Shift by a tenth. */
function MovablePin({ letter, pin, id, onMove, onUnpin }: MovablePinProps) {
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const removes = event.key === 'Delete' || event.key === 'Backspace'
    if (!step && !removes) return
    event.preventDefault() // or the field that gets the focus loses a letter
    if (!step) return onUnpin()
    const by = event.shiftKey ? 0.1 : 0.01
    onMove({ ...pin, x: inside(pin.x + step[0] * by), y: inside(pin.y + step[1] * by) })
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onMove({ ...pin, ...placeIn(event.currentTarget.closest<HTMLElement>('.review-plate')!, event) })
  }
  return (
    <button
      className="pin is-new absolute"
      type="button"
      id={`pin-${id}`}
      style={at(pin)}
      aria-label={`Pin of point ${letter}. Move it with the arrow keys, remove it with Delete.`}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <b aria-hidden="true">{letter}</b>
    </button>
  )
}

/** One picture of a draft, or one page of its PDF. `file` and `page` are those of a pin. */
export type Sheet = { stored: StoredFile; file: number; page: number; title: string; isPdf: boolean }

/** The sheets of a draft, none of one that leads to Figma. A PDF has one page until it was loaded. */
export function useSheets({ files, link }: Design) {
  const { order } = useShownOrder()
  const [pages, setPages] = useState<Record<string, number>>({})
  const linked = sharedPicture(link, order.conversation)
  const all = files ?? (linked ? [linked] : [])
  const sheets = all.flatMap((stored, file) => {
    const count = pages[stored.filename] ?? 1
    const name = stored.originalName.replace(/\.[^.]*$/, '')
    return Array.from({ length: count }, (_, page): Sheet => {
      const title = count > 1 ? `${name}, page ${page + 1}` : name
      return { stored, file, page, title, isPdf: previewOf(stored.filename) === 'pdf' }
    })
  })
  const setCount = ({ filename }: StoredFile, count: number) =>
    setPages((known) => (known[filename] === count ? known : { ...known, [filename]: count }))
  return { sheets, setCount }
}
