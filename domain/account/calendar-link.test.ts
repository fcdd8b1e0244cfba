import { describe, it } from 'vitest'
import { asha, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { accounts } from './actions.ts'
import { makeCalendarLink, removeCalendarLink, renewCalendarLink } from './calendar-link.ts'

const one = { salt: 'a'.repeat(22), digest: 'A'.repeat(43) }
const other = { salt: 'b'.repeat(22), digest: 'B'.repeat(43) }
const made = (data: typeof one) => ({ type: 'CalendarAddressMade', data, by: asha, at: registered.at }) as const
const removed = { type: 'CalendarAddressRemoved', data: {}, by: asha, at: registered.at } as const

/** The event as a command decides it: who and when are its envelope. */
const bare = <T, D>({ type, data }: { type: T; data: D }) => ({ type, data })

describe('the address of a calendar', () => {
  it('is made once: asking again leaves it as it is', () => {
    given(accounts, registered)
      .when(makeCalendarLink, one, asha)
      .then(bare(made(one)))
    given(accounts, registered, made(one)).when(makeCalendarLink, other, asha).then()
  })
  it('is replaced by another', () =>
    given(accounts, registered, made(one))
      .when(renewCalendarLink, other, asha)
      .then(bare(made(other))))
  it('ends, and ends no second time', () => {
    given(accounts, registered, made(one)).when(removeCalendarLink, {}, asha).then(bare(removed))
    given(accounts, registered, made(one), removed).when(removeCalendarLink, {}, asha).then()
  })
  it('is made anew once it has ended', () =>
    given(accounts, registered, made(one), removed)
      .when(makeCalendarLink, other, asha)
      .then(bare(made(other))))
})
