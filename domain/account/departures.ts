import { z } from 'zod'
import { clear, defineAggregate, defineCommand, defineEvent } from '#domain/action.ts'
import { NotAllowed, Refusal } from '#domain/command.ts'
import { personId } from './account.ts'

/** When each admin was suspended or removed last, by account. */
type Departures = Record<string, string>

const AdminDeparted = defineEvent(
  'AdminDeparted',
  { account: clear(z.string()) },
  {
    kind: 'accounts.people',
    sentence: 'Admin access ended',
    apply: (departures: Departures, { account }, { at }): Departures => ({ ...departures, [account]: at }),
  },
)

/**
 * One stream, `admin-departures-1`, that every suspension and removal of an admin is recorded in first. No one removes
 * themselves, and no removed admin removes others. One stream decides that in its order, so at least one admin stays,
 * even when two remove each other at the same moment.
 */
export const departures = defineAggregate<Departures, { AdminDeparted: typeof AdminDeparted }>({
  name: 'admin-departures',
  initial: {},
  events: { AdminDeparted },
})

/** The one stream there is. */
export const departuresId = '1'

/** How long after a departure its suspension or removal may follow, in milliseconds. Later it was broken off. */
const departureTimeoutMs = 60_000

/**
 * Records that an admin departs. `activeSince` is since when the admin who asks has been active: a departure before that
 * was followed by a return. An older one of an admin who still acts was broken off: the server ended before the rest was
 * recorded. Asked for again it is recorded again, since the account may have returned in between.
 */
export const departAdmin = {
  aggregate: departures,
  ...defineCommand('departAdmin', z.object({ personId, activeSince: z.string() }), {
    roles: ['admin'],
    success: 'Departed',
    decide(departed: Departures, { personId, activeSince }, { by, at }) {
      if (personId === by.id) throw new Refusal('You can’t suspend or remove yourself. Ask another admin.')
      const departure = departed[by.id] ?? ''
      const isRecent = Date.parse(at) - Date.parse(departure) < departureTimeoutMs
      if (departure > activeSince && isRecent) throw new NotAllowed('You’re no longer an admin')
      return [AdminDeparted({ account: personId })]
    },
  }),
}
