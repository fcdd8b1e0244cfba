import { z } from 'zod'
import { personId } from '#domain/account/account.ts'
import { personCommands } from '#domain/account/actions.ts'
import { callsOf } from '#domain/action.ts'
import type { Call } from './call.ts'
import { rows } from './orders.ts'
import { changed, listState, pageQuery, role, time, wireEvent } from './schemas.ts'

const nothing = z.object({})

/** An event of an account, as admins are sent it: what happened, and nothing of what is secret in it. */
export const personEvent = wireEvent('PersonEvent', {
  AccountSuspended: nothing,
  AccountReinstated: nothing,
  AdminRemoved: nothing,
  LoggedOutEverywhere: nothing,
  SecondFactorDisabled: nothing,
  AddressProven: nothing,
  AccountErased: nothing,
  ErasureCompleted: nothing,
})

/** An account as admins see it. */
const wirePerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role,
  /** The status. Of an account that is being erased, or was, nothing else is known. */
  status: z.enum(['active', 'suspended', 'removed', 'erasing', 'erased']),
  /** When it was registered; when its erasing was asked for, and then when it was done. */
  since: time,
  /** Whether logging in takes a code beside the password. */
  secondFactor: z.boolean(),
  /** Whether they have shown that the address is theirs. */
  proven: z.boolean(),
  /** How many orders they have: a client's own. */
  orders: z.object({ open: z.int(), completed: z.int(), cancelled: z.int() }),
})

/** An invitation that was not accepted yet. */
const wireInvitation = z.object({
  id: z.string(),
  /** The role that the account will have. */
  role,
  email: z.string(),
  /** The person’s name, where that is known. */
  name: z.string().optional(),
  /** The inviter’s name. */
  by: z.string(),
  /** When, and until when the link is good. */
  at: time,
  expires: time,
})

/** How many there are in all, beside a page of them. */
const total = z.int()

const admins = ['admin'] as const

/** People: clients and admins, and what an admin may do about their accounts. */
export const peopleCalls = {
  getPeople: {
    endpoint: 'GET /api/get-people',
    summary: 'List or search clients or admins, by name',
    roles: admins,
    query: z.object({ role, search: z.string().trim().max(200).default(''), ...pageQuery }),
    answer: z.object({ data: z.array(wirePerson), total, ...listState }),
  },
  getPerson: {
    endpoint: 'GET /api/get-person',
    summary: 'One client or admin',
    roles: admins,
    query: z.object({ id: personId }),
    answer: z.object({
      /** `sessions`: on how many devices they are logged in. */
      data: z.tuple([wirePerson.extend({ sessions: z.int() })]),
      stale: listState.stale,
    }),
    problems: [404],
  },
  getClientOrders: {
    endpoint: 'GET /api/get-client-orders',
    scope: 'orders:read',
    summary: 'The orders of one client, newest first',
    roles: admins,
    query: z.object({ id: personId, ...pageQuery }),
    answer: rows,
  },
  getInvitations: {
    endpoint: 'GET /api/get-invitations',
    summary: 'List pending invitations, newest first',
    roles: admins,
    query: z.object(pageQuery),
    answer: z.object({ data: z.array(wireInvitation), total, ...listState }),
  },
  ...callsOf(personCommands, { answer: changed(personEvent), problems: [404, 409] }, (body) => body.personId),
} as const satisfies Record<string, Call>

export type WirePerson = z.infer<typeof wirePerson>
export type WireInvitation = z.infer<typeof wireInvitation>
