import { z } from 'zod'
import { type Command, Refusal } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'
import { digest } from './account.ts'
import { registration } from './register.ts'

export type SetUpEvent =
  | Event<'SetUpOffered', { tokenHash: string }>
  /** The settings name the first admin: no link is needed any more. */
  | Event<'SetUpWithdrawn', Record<never, never>>
  /** The link was used, for the account with this id. */
  | Event<'SetUpUsed', { account: string }>

type SetUp = { tokenHash?: string; account?: string }

/**
 * Who may make the first admin, while there is none. One stream, `set-up-first-admin`; a new offer ends the last one.
 */
export const setUps: Aggregate<SetUp, SetUpEvent> = {
  name: 'set-up',
  initial: {},
  evolve(setUp: SetUp, { type, data }: Recorded<SetUpEvent>): SetUp {
    switch (type) {
      case 'SetUpOffered':
        return { tokenHash: data.tokenHash }
      case 'SetUpWithdrawn':
        return {}
      case 'SetUpUsed':
        return { ...setUp, account: data.account }
    }
  },
  decidesOnUnknown: true, // or no one could be the first admin
}

/** The one set-up there is. */
export const firstAdmin = 'first-admin'

/** What the page behind the link sends. */
export const setUpForm = registration.safeExtend({ token: z.string().max(200) })

/** The error message when a link is used or was replaced, or once there is an admin. */
export const noSetUp = 'This set-up link has expired or was already used'

const setUpCommand = <Input>(
  command: Omit<Command<SetUp, SetUpEvent, Input>, 'aggregate' | 'roles' | 'success'>,
): Command<SetUp, SetUpEvent, Input> => ({ aggregate: setUps, roles: ['admin'], success: 'Welcome', ...command })

/** Offers a fresh link. */
export const offerSetUp = setUpCommand({
  input: z.object({ tokenHash: digest }),
  decide: (_setUp, { tokenHash }) => [{ type: 'SetUpOffered', data: { tokenHash } }],
})

/** Ends the link that was offered last, if any. */
export const withdrawSetUp = setUpCommand({
  input: z.object({}),
  decide: ({ tokenHash }) => (tokenHash === undefined ? [] : [{ type: 'SetUpWithdrawn', data: {} }]),
})

/** Uses the link, once; again only for the same account, since its creation may have been interrupted. */
export const useSetUp = setUpCommand({
  input: z.object({ tokenHash: digest, account: z.string().min(1) }),
  decide(setUp, { tokenHash, account }) {
    if (setUp.tokenHash !== tokenHash || (setUp.account ?? account) !== account) throw new Refusal(noSetUp)
    return setUp.account ? [] : [{ type: 'SetUpUsed', data: { account } }]
  },
})
