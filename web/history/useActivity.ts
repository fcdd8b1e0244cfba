import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { ActivityLine } from '#domain/contract/activity.ts'
import { type ActivityNote, isQuiet } from '#domain/history/kinds.ts'
import { searchOf } from '#web/api.ts'
import { loadPages, type PageQuery } from '#web/kit/pages.ts'
import { useNow } from '#web/kit/time.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { useListsMade } from '#web/lists-made.ts'
import { useFollowedLog, useStateUnder } from '#web/live/followed-log.tsx'
import { useErasureCompleted } from '#web/live/useErasureCompleted.ts'
import { recentMs } from '#web/live/watchers.ts'
import { matchesFilter } from './filter.ts'
import { type LoadedActivity, loadPage, pageSize } from './load.ts'

/** The lines of a day: as many as the server counted, those heard of since, by their positions, and when the latest was. */
type Counted = { today: string; count: number; written: ReadonlySet<string>; latest: string | undefined }

type Shown = { lines: readonly ActivityLine[]; next: string | undefined }

/**
 * The lines of the activity, the latest first. What is written meanwhile waits until it is asked for, so that no line
 * moves while it is read: `waiting` says how many there are.
 */
export function useActivity(loaded: LoadedActivity) {
  const { filter, lines, next, isBehind } = loaded
  const address = searchOf(filter)
  const [from, setFrom] = useState(loaded)
  const [shown, setShown] = useStateUnder<Shown>(address, { lines, next })
  const [waiting, setWaiting] = useStateUnder<ReadonlySet<string>>(address, new Set())
  const [recent, setRecent] = useStateUnder<ReadonlySet<string>>(address, new Set())
  const today = startOfDay(useNow())
  const countedFrom = (count = 0, latest = lines[0]?.at): Counted => ({ today, count, written: new Set(), latest })
  const [counted, setCounted] = useState(countedFrom(loaded.count))
  const countFrom = (count?: number, latest?: string) => setCounted(countedFrom(count, latest))
  const { revalidate } = useRevalidator()
  /** The number of the latest look, and of those whose count and lines stand here. */
  const looks = useRef({ begun: 0, count: 0, lines: 0 })
  const made = useListsMade()
  const newest = shown.lines[0]
  // Lines stand by their time, which may be another order than that in which they were recorded.
  const positions = new Set(shown.lines.map(({ position }) => position))
  const isNew = (position: string) =>
    !newest || (!positions.has(position) && BigInt(position) > BigInt(newest.position))
  // Loaded again: what stands there stays, unless it was not all there was.
  if (counted.today !== today) countFrom(0, counted.latest)
  if (from !== loaded) {
    setFrom(loaded)
    countFrom(loaded.count)
    if (from.isBehind || shown.lines.length === 0) setShown({ lines, next })
  }

  const onNote = (heard: ActivityNote) => {
    if (!isNew(heard.position)) return
    if (!isQuiet(heard.kind)) {
      setCounted((now) => ({ ...now, written: new Set([...now.written, heard.position]), latest: heard.at }))
    }
    if (matchesFilter(heard, filter)) setWaiting((before) => new Set([...before, heard.position]))
  }

  /** Loads again what is shown, of which an erasure may have taken words, and counts what was written since. */
  const lookAgain = async () => {
    if (isBehind || made < 100) return void revalidate()
    const look = ++looks.current.begun
    /** Notes that a part of this look stands here. False where that of a later one does already. */
    const isLatest = (part: 'count' | 'lines') => {
      if (look < looks.current[part]) return false
      looks.current[part] = look
      return true
    }
    const load = async (query: PageQuery) => {
      const page = await loadPage(filter, query)
      if (query.after === undefined && isLatest('count')) countFrom(page.count, page.data[0]?.at)
      return page
    }
    const unseen = [...waiting].filter(isNew).length
    const page = await loadPages(Math.max(shown.lines.length + unseen, pageSize), load)
    const found = new Set(page.data.map(({ id }) => id))
    const missing = shown.lines.filter(({ id }) => !found.has(id)).length
    // What was written since has pushed as many lines out of the first ones.
    const rest =
      missing > 0 && page.next !== undefined ? await loadPages(missing, load, page.next) : { ...page, data: [] }
    if (!isLatest('lines')) return
    const again = [...new Map([...page.data, ...rest.data].map((line) => [line.id, line])).values()]
    setWaiting((before) => new Set([...before, ...again.map(({ position }) => position)]))
    setShown((now) => withLoadedAgain(now, shown, { lines: again, next: rest.next }))
  }

  useFollowedLog({ log: 'activity', onNote, lookAgain })
  useErasureCompleted(() => lookAgain().catch(() => {})) // looked for at the next connect

  return {
    ...shown,
    waiting: [...waiting].filter(isNew).length,
    recent,
    /** How many lines were written today, as far as they are counted. */
    count: counted.count + counted.written.size,
    /** When the latest line was written, where nothing is filtered. */
    latest: counted.latest,
    /** Shows what waits. Throws `HttpError`. */
    async showNew() {
      const page = await loadPage(filter)
      countFrom(page.count, page.data[0]?.at)
      const known = new Set(shown.lines.map(({ id }) => id))
      const fresh = page.data.filter(({ id }) => !known.has(id))
      const meets = fresh.length < page.data.length || shown.lines.length === 0
      setShown((now) =>
        meets
          ? { lines: [...fresh, ...now.lines], next: now.lines.length > 0 ? now.next : page.next }
          : { lines: page.data, next: page.next },
      )
      setRecent(new Set(fresh.map(({ id }) => id)))
      setTimeout(() => setRecent(new Set()), recentMs)
    },
    /** Shows the next older lines. Throws `HttpError`. */
    async more() {
      if (shown.next === undefined) return
      const page = await loadPage(filter, { after: shown.next })
      setShown(({ lines }) => ({ lines: [...lines, ...page.data], next: page.next }))
    },
  }
}

/**
 * What is shown `now`, as it was loaded again when it was as `before`. Lines keep their places, and what was shown meanwhile
 * stays; where more was written since than is shown, the latest of it is shown instead.
 */
function withLoadedAgain(now: Shown, before: Shown, again: Shown): Shown {
  const loaded = new Set(again.lines.map(({ id }) => id))
  const from = now.lines.findIndex(({ id }) => loaded.has(id))
  if (from < 0) return again
  const newer = now.lines.slice(0, from)
  const first = again.lines.findIndex(({ id }) => id === now.lines[from]!.id)
  const isWhole = before.lines.every(({ id }) => loaded.has(id))
  const older = isWhole ? now.lines.slice(from).filter(({ id }) => !loaded.has(id)) : []
  return { lines: [...newer, ...again.lines.slice(first), ...older], next: older.length > 0 ? now.next : again.next }
}
