import { type Lists, ownedLists, type Recorded } from '#domain/event.ts'

/** The page’s state of one stream: the state, its revision, and the latest revision it knows of. */
export type FollowedStream<State> = {
  state: State
  /** The revision the state is folded to. */
  revision: number
  /** The highest revision known; above `revision` when events are missing between. */
  latestKnown: number
}

type Fold<State, E extends Recorded> = (state: State, event: E, lists?: Lists) => State

/** Classifies an event against the folded revision: only the next one is taken. */
export function classify(revision: number, event: { revision: number }): 'take' | 'drop' | 'gap' {
  if (event.revision <= revision) return 'drop'
  return event.revision === revision + 1 ? 'take' : 'gap'
}

/** Where following begins: a snapshot as it was loaded. */
export const followFrom = <State>(state: State, revision: number): FollowedStream<State> => ({
  state,
  revision,
  latestKnown: revision,
})

/**
 * Applies events, in any order and however often, and answers those that were applied. A fold answers undefined for a
 * type that it does not know: a newer server wrote it, and `unknown` says so. Nothing is taken from there on.
 */
export function applyEvents<State, E extends Recorded>(
  followed: FollowedStream<State>,
  events: readonly E[],
  evolve: Fold<State, E>,
): { followed: FollowedStream<State>; applied: E[]; unknown: boolean } {
  let { state, revision, latestKnown } = followed
  const applied: E[] = []
  const lists = ownedLists()
  let unknown = false
  for (const event of events) {
    latestKnown = Math.max(latestKnown, event.revision)
    if (classify(revision, event) !== 'take') continue
    const next: State | undefined = evolve(state, event, lists)
    unknown = next === undefined
    if (next === undefined) break
    state = next
    revision = event.revision
    applied.push(event)
  }
  const same = latestKnown === followed.latestKnown && applied.length === 0
  return { followed: same ? followed : { state, revision, latestKnown }, applied, unknown }
}

/** Whether events are missing, so that the page must ask for everything after its revision. */
export const isBehind = ({ revision, latestKnown }: FollowedStream<unknown>): boolean => latestKnown > revision
