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
 * themselves, no removed admin removes others, and an operator leaves one. One stream decides that in its order, so at
 * least one admin stays, even when two are removed at the same moment.
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

const otherAdmin = z.object({ id: z.string(), activeSince: z.string() })

/**
 * Records that an admin departs. `activeSince` is since when the admin who asks has been active: a departure before that
 * was followed by a return. An older one of an admin who still acts was broken off: the server ended before the rest was
 * recorded. An operator, who is no admin, names the `others` who are active, of whom one has to stay. Asked for again it
 * is recorded again, since the account may have returned in between.
 */
export const departAdmin = {
  aggregate: departures,
  ...defineCommand(
    'departAdmin',
    z.object({ personId, activeSince: z.string().optional(), others: z.array(otherAdmin).optional() }),
    {
      roles: ['admin'],
      success: 'Departed',
      decide(departed: Departures, { personId, activeSince = '', others }, { by, at }) {
        if (personId === by.id) throw new Refusal('You can’t suspend or remove yourself. Ask another admin.')
        const isDeparting = ({ id, activeSince }: z.infer<typeof otherAdmin>) => {
          const departure = departed[id] ?? ''
          return departure > activeSince && Date.parse(at) - Date.parse(departure) < departureTimeoutMs
        }
        if (isDeparting({ id: by.id, activeSince })) throw new NotAllowed('You’re no longer an admin')
        if (others?.every(isDeparting)) {
          throw new Refusal('The other admins were suspended or removed a moment ago. Invite another one first.')
        }
        return [AdminDeparted({ account: personId })]
      },
    },
  ),
}
