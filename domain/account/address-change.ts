import { z } from 'zod'
import { clear, defineEvent, noData, personal } from '#domain/action.ts'
import { Refusal, WrongLink } from '#domain/command.ts'
import {
  type Account,
  accountCommand,
  addMilliseconds,
  digest,
  type FormerAddress,
  isAddressProven,
  isRegistered,
  passwordHash,
  proven,
  refuseReplacedPassword,
  refuseWhileErasing,
} from './account.ts'
import { CalendarAddressRemoved } from './calendar-link.ts'
import { SecondFactorDisabled } from './disable-second-factor.ts'
import { onlyActive } from './log-in.ts'
import { passwordCheck } from './prepare-second-factor.ts'
import { addressTaken, email } from './register.ts'

/** How long the link to a new address can be followed, in milliseconds. */
const addressChangeLifetime = 24 * 60 * 60 * 1000
/** How long the address before can be taken back, in milliseconds. */
const addressUndoLifetime = 7 * 24 * 60 * 60 * 1000

/** The form of a logged-in person who knows their password. */
export const addressChangeForm = passwordCheck.extend({ email })

/** The body that the pages behind the two links send. */
const addressLink = z.object({ token: z.string().max(200) })

/** The error message for the address that the account has. */
export const sameAddress = 'This is already your email address'

/** The error messages when a link has expired, was used, or was never sent. */
export const noAddressChange = 'This link has expired or was already used. Ask for a new one in your settings.'
export const noAddressUndo =
  'This link has expired or was already used. If you didn’t make the change, please contact us.'

/** A link went to the address that it is to have: the caller knew the password. */
export const AddressChangeRequested = defineEvent(
  'AddressChangeRequested',
  { email: personal(z.string(), ''), tokenHash: clear(z.string()), expires: clear(z.string()) },
  {
    kind: 'accounts.people',
    sentence: 'Requested an email address change',
    apply: (account: Account, addressChange) => ({ ...account, addressChange }),
  },
)

/** The link was followed. Until `undoUntil` the former address can be restored, where it was known to be its holder's. */
export const AddressChanged = defineEvent(
  'AddressChanged',
  { email: personal(z.string(), ''), undoUntil: clear(z.string().optional()) },
  {
    kind: 'accounts.people',
    sentence: 'Changed the email address',
    apply(account: Account, { email, undoUntil }, { at }) {
      const others = formerAddressesOf(account, at).filter((former) => former.email !== email)
      const former = undoUntil === undefined ? [] : [{ email: account.email, until: undoUntil }]
      return withAddress(account, email, [...others, ...former])
    },
  },
)

/** The reader of a former address’s mail restored it. Those before it can still be restored; later ones may be a stranger’s. */
export const AddressChangeUndone = defineEvent(
  'AddressChangeUndone',
  { email: personal(z.string(), '') },
  {
    kind: 'accounts.people',
    sentence: 'Undid the email address change',
    apply({ preparedFactor: _, ...account }: Account, { email }, { at }) {
      const former = formerAddressesOf(account, at)
      const undone = former.find((each) => each.email === email)
      const { keysEnded = [] } = account
      return {
        ...withAddress(account, email, undone ? former.slice(0, former.indexOf(undone)) : []),
        ...(undone ? { keysEnded: [...keysEnded, { from: changedAt(undone), to: at }] } : {}),
        sessions: {},
        passwordOutdated: true as const,
        devicesSince: at,
      }
    },
  },
)

/** Its address leads to another account from now on: this one, which was never registered, has none. */
export const AddressGivenUp = defineEvent('AddressGivenUp', noData, {
  kind: 'accounts.people',
  sentence: 'Gave up the email address to another account',
  apply: ({ invitation: _, ...account }: Account): Account => ({ ...account, addressGivenUp: true }),
})

/** An account with another address, which its holder has shown to be theirs. What was mailed to the one before resets nothing. */
function withAddress(account: Account, email: string, formerAddresses: FormerAddress[]): Account {
  const { addressChange: _, formerAddresses: __, ...rest } = account
  return { ...proven(rest), email, resets: {}, ...(formerAddresses.length > 0 ? { formerAddresses } : {}) }
}

/** Records that a link goes to the address that the account is to have, once the route has checked the password against `checked`. */
export const requestAddressChange = accountCommand(
  'requestAddressChange',
  z.object({ email, tokenHash: digest, checked: passwordHash }),
  {
    summary: 'Send an email to a new address, with the link that makes it the account’s',
    call: 'POST /api/request-address-change',
    logged: { account: 'asked to change an email address' },
    route: () => ({ limit: 'otp', body: addressChangeForm, problems: [409, 503] }),
    success: 'We’ve sent a link to your new email address. Open it within 24 hours.',
    decide(account, { email, tokenHash, checked }, { at }) {
      onlyActive(account)
      refuseReplacedPassword(account, checked)
      if (account.email === email) throw new Refusal(sameAddress)
      if (account.addressChange?.tokenHash === tokenHash) return []
      const expires = addMilliseconds(at, addressChangeLifetime)
      return [AddressChangeRequested({ email, tokenHash, expires })]
    },
  },
)

/** The change that a link stands for at a time (ISO 8601, UTC), if it does. */
export const addressChangeFor = (account: Account, tokenHash: string, at: string): Account['addressChange'] =>
  account.addressChange?.tokenHash === tokenHash && account.addressChange.expires > at
    ? account.addressChange
    : undefined

/**
 * Gives an account its new address, once its link was followed and the address is claimed. The one before can be taken back
 * for some days, if its holder has ever shown that it was theirs.
 */
export const changeAddress = accountCommand('changeAddress', z.object({ tokenHash: digest }), {
  summary: 'Change the email address, with the link from the email to the new one',
  call: 'PUT /api/change-address',
  logged: { account: 'changed an email address' },
  route: () => ({ roles: 'anyone', limit: 'code', body: addressLink, problems: [403, 409] }),
  success: 'Email address changed. Log in with the new one from now on.',
  decide(account, { tokenHash }, { at }) {
    const change = addressChangeFor(account, tokenHash, at)
    if (!change) throw new WrongLink(noAddressChange)
    onlyActive(account)
    const undo = isAddressProven(account) ? { undoUntil: addMilliseconds(at, addressUndoLifetime) } : {}
    return [AddressChanged({ email: change.email, ...undo })]
  },
})

/** The addresses of before that can be taken back at a time (ISO 8601, UTC). */
export const formerAddressesOf = ({ formerAddresses = [] }: Account, at: string): FormerAddress[] =>
  formerAddresses.filter(({ until }) => until > at)

/** When the change of an address was made that can be undone: ISO 8601, UTC. */
const changedAt = ({ until }: FormerAddress): string => addMilliseconds(until, -addressUndoLifetime)

/**
 * Whether an account reserves an address that it does not have, at a time (ISO 8601, UTC): it is about to have it, or
 * may take it back.
 */
export const keepsAddress = (account: Account, email: string, at: string): boolean =>
  (account.addressChange?.email === email && account.addressChange.expires > at) ||
  formerAddressesOf(account, at).some((former) => former.email === email)

/**
 * Restores a former address, once the route has checked the link that was mailed there. All sessions end. So do two-step
 * verification and API keys that were made after the change: they may be a stranger’s. A reaction turns off the webhooks that
 * were added, led elsewhere or given a secret since. The calendar link ends whenever it was made: a stranger with the
 * password could read it.
 */
export const undoAddressChange = accountCommand('undoAddressChange', z.object({ email }), {
  summary: 'Restore the previous email address, with the link from the email to it, and log out everywhere',
  call: 'PUT /api/undo-address-change',
  logged: { account: 'undid a change of an email address' },
  route: () => ({ roles: 'anyone', limit: 'code', body: addressLink, problems: [409] }),
  success: 'Your previous email address is back, and all devices are logged out. Choose a new password now.',
  decide(account, { email }, { at }) {
    const former = formerAddressesOf(account, at).find((each) => each.email === email)
    if (!former) throw new WrongLink(noAddressUndo)
    const { secondFactor, calendar } = account
    return [
      AddressChangeUndone({ email }),
      ...(secondFactor && secondFactor.since > changedAt(former) ? [SecondFactorDisabled({})] : []),
      ...(calendar ? [CalendarAddressRemoved({})] : []),
    ]
  },
})

/** Releases an address from an account that no one has registered: someone else has shown that it is theirs. */
export const giveUpAddress = accountCommand('giveUpAddress', z.object({}), {
  roles: ['admin'],
  success: 'Address released',
  decide(account) {
    refuseWhileErasing(account)
    if (isRegistered(account)) throw new Refusal(addressTaken)
    return account.addressGivenUp ? [] : [AddressGivenUp({})]
  },
})
