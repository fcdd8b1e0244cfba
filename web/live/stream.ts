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

/** Hears facts, in any order and however often, and answers with those that were taken. */
export function hear<State, E extends Recorded>(
  followed: Followed<State>,
  events: readonly E[],
  evolve: Fold<State, E>,
): { followed: Followed<State>; taken: E[] } {
  let { state, revision, heard } = followed
  const taken: E[] = []
  for (const event of events) {
    heard = Math.max(heard, event.revision)
    if (judge(revision, event) !== 'take') continue
    state = evolve(state, event)
    revision = event.revision
    taken.push(event)
  }
  return { followed: heard === followed.heard && taken.length === 0 ? followed : { state, revision, heard }, taken }
}

/** Whether facts are missing, so that the page must ask for everything after its revision. */
export const isBehind = ({ revision, heard }: Followed<unknown>): boolean => heard > revision
