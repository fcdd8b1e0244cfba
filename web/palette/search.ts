import { wordsIn, wordsOf } from '#domain/words.ts'
import { messageOf } from '#web/http.ts'
import { createWatchers } from '#web/live/watchers.ts'

/** A line of the command palette: a page to go to, or something to do on the page that is open. */
export type PaletteItem = {
  label: string
  /** The detail that tells it from others of its name. */
  detail?: string
  /** Other words by which it is found. */
  words?: string
  /** Whether it leads to all that its source found, where there is more than is shown. */
  isRest?: true
} & (
  | { path: string }
  | {
      /** Unlike that of every other command of the page. */
      id: string
      run(): void
    }
)

/** The id of an item among all others. */
export const idOf = (item: PaletteItem): string => ('path' in item ? item.path : item.id)

/** All the words by which an item is found. */
const textOf = ({ label, detail = '', words = '' }: PaletteItem): string => `${label} ${detail} ${words}`

/** A source that is searched on the server. */
export type Source = {
  heading: string
  /** The best of what a query finds. Throws `HttpError`; given up by its signal. */
  search(query: string, signal: AbortSignal): Promise<PaletteItem[]>
}

export type Group = { heading: string; items: readonly PaletteItem[] }

export type SearchState = {
  /** The results, by source. While the answer is under way: those of the last one that fit the new words. */
  groups: readonly Group[]
  /** Whether an answer is under way. */
  pending: boolean
  /** The sources that could not be searched, and why. */
  failed?: { headings: readonly string[]; message: string }
}

/** How long the last letter is waited for: milliseconds. */
const pauseMs = 150

const nothing: SearchState = { groups: [], pending: false }

/** Searches while a query is typed: the latest words win, whatever comes back first. */
export function liveSearch(sources: readonly Source[], pause = pauseMs) {
  let now = nothing
  let query = ''
  let current: AbortController | undefined
  const { subscribe, notify } = createWatchers()

  function show(state: SearchState) {
    now = state
    notify()
  }

  async function ask(signal: AbortSignal): Promise<void> {
    const answers = await Promise.all(
      sources.map(async ({ heading, search }) => {
        try {
          return { heading, items: await search(query, signal) }
        } catch (error) {
          return { heading, items: [], problem: messageOf(error) }
        }
      }),
    )
    if (signal.aborted) return
    const failed = answers.filter(({ problem }) => problem !== undefined)
    show({
      groups: answers.map(({ heading, items }) => ({ heading, items })),
      pending: false,
      ...(failed.length > 0
        ? { failed: { headings: failed.map(({ heading }) => heading), message: failed[0]!.problem! } }
        : {}),
    })
  }

  /** Searches for other words. Those that were searched for before are given up. */
  function search(words: string, wait = pause): void {
    query = words.trim()
    current?.abort()
    if (!query) {
      show(nothing)
      return
    }
    const controller = new AbortController()
    current = controller
    setTimeout(() => !controller.signal.aborted && ask(controller.signal), wait)
    show({ groups: now.groups.map((group) => fitting(query, group)), pending: true })
  }

  return {
    subscribe,
    now: () => now,
    search,
    /** Searches for the same words again, at once. */
    retry: () => search(query, 0),
    /** Stops the search under way. */
    stop: () => current?.abort(),
  }
}

/** A group with the items alone that a query finds: first those that it finds by what they are called. */
export function fitting(query: string, { heading, items }: Group): Group {
  const found = items.filter((item) => isMatch(query, textOf(item)))
  const isCalled = ({ label }: PaletteItem) => isMatch(query, label)
  return { heading, items: [...found.filter(isCalled), ...found.filter((item) => !isCalled(item))] }
}

/** Groups in which each item stands once, where it comes first, and none of which is empty. */
export function withoutRepeats(groups: readonly Group[]): Group[] {
  const seen = new Set<string>()
  return groups
    .map(({ heading, items }) => ({
      heading,
      items: items.filter((item) => {
        const first = !seen.has(idOf(item))
        seen.add(idOf(item))
        return first
      }),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Whether each word of a query begins a word of the text, as in the lists of the server. An empty query matches any text. */
export function isMatch(query: string, text: string): boolean {
  const words = wordsIn([text])
  return wordsOf(query).every((begun) => words.some((word) => word.startsWith(begun)))
}
