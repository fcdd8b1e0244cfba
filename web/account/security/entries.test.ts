import { describe, expect, it } from 'vitest'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { type ShownEntries, withLatest, withNotes, withOlder } from './entries.ts'

const at = (minute: number) => `2026-11-28T09:${String(minute).padStart(2, '0')}:00.000Z`
const entryAt = (minute: number, times = 1): SecurityEntry => ({
  ...{ id: `${at(minute)}.c0ffee`, at: at(minute), lastAt: at(minute), times, kind: 'refusal' },
  ...{ what: 'login failed', byKey: false, device: 'Firefox on Linux' },
})
const again = (minute: number, times: number, lastMinute: number) => ({
  ...{ id: entryAt(minute).id, times, lastAt: at(lastMinute) },
})
const shownOf = (minutes: number[], next?: string): ShownEntries => ({
  ...{ entries: minutes.map((minute) => entryAt(minute)), next, notes: new Map() },
})
const waitingIn = ({ notes }: ShownEntries) => [...notes.keys()]
const timesIn = ({ entries }: ShownEntries) => entries.map(({ lastAt, times }) => [lastAt, times])

describe('the notes of the security log', () => {
  it('wait for what is new and for what happened again, each once', () => {
    const heard = withNotes(shownOf([3, 2, 1]), [entryAt(4), again(2, 2, 5), again(2, 3, 6), again(3, 1, 3)])
    expect(waitingIn(heard)).toEqual([entryAt(4).id, entryAt(2).id])
    expect(heard.entries).toEqual(shownOf([3, 2, 1]).entries)
    expect(withNotes(heard, [again(2, 2, 5)]).notes).toEqual(heard.notes)
  })
  it('do not wait for an entry that comes only with older ones', () => {
    const before = shownOf([3, 2], 'more')
    expect(waitingIn(withNotes(before, [again(1, 2, 4)]))).toEqual([])
    expect(waitingIn(withNotes(withOlder(before, { data: [entryAt(1)] }), [again(1, 2, 4)]))).toEqual([entryAt(1).id])
  })
  it('are shown in an older entry that no answer about the latest has', () => {
    const heard = withNotes(shownOf([3, 2, 1]), [entryAt(4), again(1, 2, 5)])
    const now = withLatest(heard, { data: [entryAt(4), entryAt(3)] }, heard.notes)
    expect([waitingIn(now), timesIn(now)]).toEqual([
      [],
      [at(4), at(3), at(2)].map((time) => [time, 1]).concat([[at(5), 2]]),
    ])
  })
  it('go on waiting where they came since the request, and not where their entry is gone', () => {
    const requested = withNotes(shownOf([3, 2, 1]), [entryAt(4), again(3, 2, 5), entryAt(5)])
    const meanwhile = withNotes(requested, [again(3, 3, 6), entryAt(6)])
    const now = withLatest(meanwhile, { data: [entryAt(4), entryAt(3, 2)] }, requested.notes)
    expect(waitingIn(now)).toEqual([entryAt(3).id, entryAt(6).id])
  })
  it('say when something was refused last, whatever an answer that is older says', () => {
    const heard = withNotes(shownOf([1]), [], at(9))
    expect(withNotes(heard, [], at(8)).refusedAt).toBe(at(9))
    expect(withLatest(heard, { data: [entryAt(1)], refusedAt: at(8) }, heard.notes).refusedAt).toBe(at(9))
    expect(withLatest(heard, { data: [], refusedAt: at(10) }, heard.notes).refusedAt).toBe(at(10))
  })
})
