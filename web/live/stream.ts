import type { Recorded } from '#domain/event.ts'

/** What a page knows of one stream: its fold, how far that goes, and the furthest fact it has heard of. */
export type Followed<State> = {
  state: State
  /** The revision the state is folded to. */
  revision: number
  /** The highest revision heard of; above `revision` when facts are missing between. */
  heard: number
}

type Fold<State, E extends Recorded> = (state: State, event: E) => State

/** Whether to take a fact, when the fold stands at a revision: only the next one is taken. */
export function judge(revision: number, event: { revision: number }): 'take' | 'drop' | 'gap' {
  if (event.revision <= revision) return 'drop'
  return event.revision === revision + 1 ? 'take' : 'gap'
}

/** Where following begins: a snapshot as it was loaded. */
export const begin = <State>(state: State, revision: number): Followed<State> => ({ state, revision, heard: revision })

/**
 * Hears facts, in any order and however often, and answers with those that were taken. A fold answers undefined for a
 * type that it does not know: a newer server wrote it, and `unknown` says so. Nothing is taken from there on.
 */
export function hear<State, E extends Recorded>(
  followed: Followed<State>,
  events: readonly E[],
  evolve: Fold<State, E>,
): { followed: Followed<State>; taken: E[]; unknown: boolean } {
  let { state, revision, heard } = followed
  const taken: E[] = []
  let unknown = false
  for (const event of events) {
    heard = Math.max(heard, event.revision)
    if (judge(revision, event) !== 'take') continue
    const next: State | undefined = evolve(state, event)
    unknown = next === undefined
    if (next === undefined) break
    state = next
    revision = event.revision
    taken.push(event)
  }
  const same = heard === followed.heard && taken.length === 0
  return { followed: same ? followed : { state, revision, heard }, taken, unknown }
}

/** Whether facts are missing, so that the page must ask for everything after its revision. */
export const isBehind = ({ revision, heard }: Followed<unknown>): boolean => heard > revision
