import { z } from 'zod'
import { type Action, Refusal } from '../action.ts'
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

/** Who may make the first admin, while there is none. One stream, `set-up-first-admin`; a new offer ends the last one. */
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
}

/** The one set-up there is. */
export const firstAdmin = 'first-admin'

/** What the page behind the link sends. */
export const setUpForm = registration.safeExtend({ token: z.string().max(200) })

/** What those are told whose link is used or was replaced, and everybody once there is an admin. */
export const noSetUp = 'This set-up link cannot be used any more'

const setUpAction = <Input>(
  action: Omit<Action<SetUp, SetUpEvent, Input>, 'aggregate' | 'may' | 'done'>,
): Action<SetUp, SetUpEvent, Input> => ({ aggregate: setUps, may: ['admin'], done: 'Welcome', ...action })

/** Offers a fresh link. */
export const offerSetUp = setUpAction({
  input: z.object({ tokenHash: digest }),
  decide: (_setUp, { tokenHash }) => [{ type: 'SetUpOffered', data: { tokenHash } }],
})

/** Ends the link that was offered last, if any. */
export const withdrawSetUp = setUpAction({
  input: z.object({}),
  decide: ({ tokenHash }) => (tokenHash === undefined ? [] : [{ type: 'SetUpWithdrawn', data: {} }]),
})

/** Uses the link, once; again only for the same account, whose making may have been cut short. */
export const useSetUp = setUpAction({
  input: z.object({ tokenHash: digest, account: z.string().min(1) }),
  decide(setUp, { tokenHash, account }) {
    if (setUp.tokenHash !== tokenHash || (setUp.account ?? account) !== account) throw new Refusal(noSetUp)
    return setUp.account ? [] : [{ type: 'SetUpUsed', data: { account } }]
  },
})
