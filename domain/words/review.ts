import { counted, listed, plural } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import type { DraftPhase, Point, Round } from '#domain/order/design-draft.ts'
import { type DraftState, freeRounds } from '#domain/order/review.ts'

/** The headline of the design of a project: how its latest version stands, and what is next for its reader while it is open. */
export function reviewTitle(
  latest: { phase: DraftPhase; version: number; state: DraftState; points: readonly Point[] } | undefined,
  viewer: Role,
  isOpen: boolean,
): { title: string; next?: string } {
  const isClient = viewer === 'client'
  const closed = 'This project is closed.'
  if (!latest && !isOpen) return { title: 'No design was shared.', next: closed }
  if (!latest)
    return {
      title: 'No design shared yet.',
      next: isClient ? 'You’ll review it here.' : 'Share the first version below.',
    }
  const { phase, version, state, points } = latest
  const done = points.filter((point) => point.done).length
  if (state === 'approved')
    return { title: isClient ? `You approved version ${version}.` : `Version ${version} is approved.` }
  if (state === 'done') return { title: `Version ${version} is done.`, next: 'Its step was marked as done.' }
  if (!isOpen)
    return {
      title: state === 'waiting' ? `The ${phase}, version ${version}.` : `Changes requested for version ${version}.`,
      next: closed,
    }
  if (state === 'waiting')
    return isClient
      ? { title: `The ${phase}, version ${version}.`, next: 'Approve it, or ask for changes.' }
      : { title: `Version ${version} is with the client.`, next: 'They approve it, or ask for changes.' }
  return isClient
    ? { title: `Changes requested for version ${version}.`, next: `We’ll share version ${version + 1} here.` }
    : { title: `${done} of ${counted(points.length, 'point')} done.`, next: `Then share version ${version + 1}.` }
}

/** How many of the free rounds of a phase are used. */
export function freeRoundsUsed(phase: DraftPhase, rounds: number): string {
  const used = Math.min(rounds, freeRounds)
  const start = phase === 'landing page' ? 'Landing page' : 'Full design'
  return used === freeRounds ? `${start}: both free rounds used` : `${start}: ${used} of ${freeRounds} free rounds used`
}

/** The note on a round: its price, and how far it is. */
export function roundNote({ price, points }: Pick<Round, 'price' | 'points'>): string {
  const done = points.filter((point) => point.done).length
  const state = done === points.length ? `${counted(done, 'point')} done` : `${done} done, ${points.length - done} open`
  return `${price > 0 ? formatMoney(price) : 'Free'}. ${state}`
}

/** The price of the next round that may be asked for: undefined while the project has no price. */
export const priceInWords = (price: Paise | undefined): string =>
  price === undefined ? '2% of the project price' : price > 0 ? formatMoney(price) : 'free'

/** The label of the button that asks for changes. */
export const askLabel = (price: Paise | undefined): string =>
  price ? `Ask for changes, ${formatMoney(price)}` : 'Ask for changes'

/** The fate of points that are not done when the design is approved. */
export const staysOpen = (open: readonly Pick<Point, 'letter'>[]): string =>
  plural(
    open.length,
    `Point ${listed(open.map(({ letter }) => letter))} stays on our list`,
    `Points ${listed(open.map(({ letter }) => letter))} stay on our list`,
  )

/** Why a design can’t be approved as long as points about it are written, and not sent: so many. */
export const leftOut = (points: number): string =>
  plural(
    points,
    '{n} point isn’t sent, and an approval leaves it out. Ask for changes, or discard it.',
    '{n} points aren’t sent, and an approval leaves them out. Ask for changes, or discard them.',
  )

/** The fate of points that their client had not sent as their turn ended: so many. */
export const notSentInWords = (points: number): string =>
  plural(points, '{n} point wasn’t sent:', '{n} points weren’t sent:')

/** The settling of a point in words: by whom and when. `since` formats an instant. */
export function pointState({ done, settled }: Pick<Point, 'done' | 'settled'>, moment: (at: string) => string): string {
  if (!settled) return 'Open'
  return `${done ? 'Done' : 'Answered'} by ${settled.by}, ${moment(settled.at)}`
}
