import { z } from 'zod'
import {
  clear,
  commandsOn,
  defineAggregate,
  defineCommand,
  defineEvent,
  type EventsOf,
  noData,
} from '#domain/action.ts'
import { WrongLink } from '#domain/command.ts'
import { digest } from './account.ts'
import { registration } from './register.ts'

type SetUp = { tokenHash?: string; account?: string }

const SetUpOffered = defineEvent(
  'SetUpOffered',
  { tokenHash: clear(z.string()) },
  {
    kind: 'accounts.people',
    sentence: 'Created a set-up link for the first admin',
    apply: (_: SetUp, offer): SetUp => offer,
  },
)

/** The settings name the first admin: no link is needed any more. */
const SetUpWithdrawn = defineEvent('SetUpWithdrawn', noData, {
  kind: 'accounts.people',
  sentence: 'Withdrew the set-up link for the first admin',
  apply: (_: SetUp): SetUp => ({}),
})

/** The link was used, for the account with this id. */
const SetUpUsed = defineEvent(
  'SetUpUsed',
  { account: clear(z.string()) },
  {
    kind: 'accounts.people',
    sentence: 'Used the set-up link for the first admin',
    apply: (setUp: SetUp, { account }): SetUp => ({ ...setUp, account }),
  },
)

/**
 * The offers to make the first admin, while there is none. One stream, `set-up-first-admin`; a new offer ends the last one.
 */
export const setUps = defineAggregate({
  name: 'set-up',
  initial: {} as SetUp,
  events: { SetUpOffered, SetUpWithdrawn, SetUpUsed },
  decidesOnUnknown: true, // or no one could be the first admin
})

/** The one set-up there is. */
export const firstAdmin = 'first-admin'

/** The body that the page behind the link sends. */
export const setUpForm = registration.safeExtend({ token: z.string().max(200) })

/** The error message when a link is used or was replaced, or once there is an admin. */
export const noSetUp = 'This set-up link has expired or was already used'

/** The events of the set-up. */
export type SetUpEvent = EventsOf<typeof setUps.events>

const said = { roles: ['admin'], success: 'Welcome' } as const

export const setUpCommands = commandsOn(setUps, {
  /** Offers a fresh link. */
  offerSetUp: defineCommand('offerSetUp', z.object({ tokenHash: digest }), {
    ...said,
    decide: (_setUp: SetUp, { tokenHash }) => [SetUpOffered({ tokenHash })],
  }),
  /** Ends the link that was offered last, if any. */
  withdrawSetUp: defineCommand('withdrawSetUp', z.object({}), {
    ...said,
    decide: ({ tokenHash }: SetUp) => (tokenHash === undefined ? [] : [SetUpWithdrawn({})]),
  }),
  /** Uses the link, once; again only for the same account, since its creation may have been interrupted. */
  useSetUp: defineCommand('setUpAdmin', z.object({ tokenHash: digest, account: z.string().min(1) }), {
    ...said,
    summary: 'Create admin account',
    call: 'POST /api/set-up-admin',
    logged: { admin: 'created the first admin account' },
    route: () => ({ roles: 'anyone', limit: 'register', body: setUpForm, status: 201, problems: [409] }),
    decide(setUp: SetUp, { tokenHash, account }) {
      if (setUp.tokenHash !== tokenHash || (setUp.account ?? account) !== account) throw new WrongLink(noSetUp)
      return setUp.account ? [] : [SetUpUsed({ account })]
    },
  }),
})
