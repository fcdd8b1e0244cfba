import { z } from 'zod'
import { type Command, NotAllowed, Refusal } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'
import { personId } from './account.ts'

export type DepartureEvent = Event<'AdminDeparted', { account: string }>

/** When each admin was suspended or removed last, by account. */
type Departures = Record<string, string>

/**
 * One stream, `admin-departures-1`, that every suspension and removal of an admin is recorded in first. No one departs by
 * their own hand, and no one who has departed sends others away; decided in one stream, in its order, that leaves at
 * least one admin, even when two remove each other at the same moment.
 */
export const departures: Aggregate<Departures, DepartureEvent> = {
  name: 'admin-departures',
  initial: {},
  evolve(departures: Departures, { type, data, at }: Recorded<DepartureEvent>): Departures {
    switch (type) {
      case 'AdminDeparted':
        return { ...departures, [data.account]: at }
    }
  },
}

/** The one stream there is. */
export const departuresId = '1'

/**
 * Records that an admin departs. `activeSince` is since when the admin who asks has been active: a departure before that
 * was followed by a return. Asked for again it is recorded again, since the account may have returned in between.
 */
export const departAdmin: Command<Departures, DepartureEvent, { personId: string; activeSince: string }> = {
  aggregate: departures,
  roles: ['admin'],
  input: z.object({ personId, activeSince: z.string() }),
  success: 'Departed',
  decide(departed, { personId, activeSince }, { by }) {
    if (personId === by.id) throw new Refusal('You can’t remove yourself. Ask another admin.')
    if ((departed[by.id] ?? '') > activeSince) throw new NotAllowed('You’re no longer an admin')
    return [{ type: 'AdminDeparted', data: { account: personId } }]
  },
}
