import { createHmac, hash, randomBytes } from 'node:crypto'
import { atelier, isRegistered } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { keepsAddress } from '#domain/account/address-change.ts'
import { addressClaims, addressCommands } from '#domain/account/address-claim.ts'
import { addressTaken } from '#domain/account/register.ts'
import { Refusal } from '#domain/command.ts'
import { leads } from '#domain/lead/actions.ts'
import { addressKeyId, storeCommands, stores } from '#domain/store/store.ts'
import { type CommandHandler, isUnusable, Stale } from './events/command-handler.ts'
import type { PersonKeys } from './keys/person-keys.ts'
import { Misconfigured } from './misconfigured.ts'
import { insteadOf } from './unavailable.ts'

/** The name of the secret among those that are stored with the keys. */
const secretName = 'addresses'

export type AddressBook = Awaited<ReturnType<typeof openAddressBook>>

/** Whether a stream is read as far as this process knows it, or as it is. */
type Freshness = { current: boolean }
const known: Freshness = { current: false }

/** How an account holds an address: it has it, or keeps it from others, for it is to have it or may take it back. */
type Hold = 'has' | 'keeps' | undefined

/** How much longer only its own account may take an address: what was decided in time may come late. */
const graceMs = 60 * 60 * 1000

/** How an address is compared and digested. */
const normalized = (email: string): string => email.trim().toLowerCase()

/** The id that versions before this one gave an address: a digest without a key, which anyone can make of a guessed address. */
export const unkeyedIdOf = (email: string): string =>
  hash('sha256', `account:${normalized(email)}`, 'base64url').slice(0, 22)

type Dependencies = {
  keys: Pick<PersonKeys, 'secret' | 'secrets' | 'destroy' | 'forget'>
  handler: CommandHandler
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Finds the account of an email address: by a claim in the events, in a stream named by a keyed digest of the address.
 * Accounts from before there were claims have an id made of the address. Throws `Misconfigured` where the secret of the
 * digests is not there any more: everybody would seem to be new.
 */
export async function openAddressBook({ keys, handler, now = Date.now }: Dependencies) {
  const secret = await addressSecret({ keys, handler })
  const keyed = (purpose: string, email: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, normalized(email)]))
      .digest('base64url')
  const claimIdOf = (email: string) => keyed('claim', email)

  /** Whether an account has an address, or keeps it from others; `claimed` where a claim of the address leads to it. */
  async function hold(id: string, email: string, claimed: boolean, how: Freshness): Promise<Hold> {
    const { state: account } = await handler.load(accounts, id, how)
    if (isRegistered(account) && normalized(account.email) === normalized(email)) return 'has'
    const at = new Date(now() - graceMs).toISOString()
    if (isRegistered(account)) return keepsAddress(account, normalized(email), at) ? 'keeps' : undefined
    if (account.addressGivenUp) return undefined
    if (account.erasing !== undefined || account.invitation) return 'has'
    if (claimed && account.erased === undefined) return 'has'
    return (await handler.load(leads, id, how)).state.submissions > 0 ? 'has' : undefined
  }

  /** The account that an address leads to, how it holds it, and the revision of the claim. */
  async function look(email: string, how: Freshness): Promise<{ id: string; held: Hold; revision: number }> {
    const { state, revision } = await handler.load(addressClaims, claimIdOf(email), how)
    const id = revision < 0 ? unkeyedIdOf(email) : state.account
    return { id, held: id === '' ? undefined : await hold(id, email, revision >= 0, how), revision }
  }

  /** The account that has an address. */
  async function find(email: string): Promise<string | undefined> {
    const { id, held } = await look(email, known)
    return held === 'has' ? id : undefined
  }

  /** Leads an address to an account, unless its claim has moved on since it was at this revision. Answers whether it did. */
  async function lead(email: string, account: string, expectedRevision: number): Promise<boolean> {
    const id = claimIdOf(email)
    // Whose claim was released has a new key: this process may still have the one that another has destroyed.
    keys.forget(id)
    return handler.handle(addressCommands.claimAddress, id, { account }, { by: atelier, expectedRevision }).then(
      () => true,
      insteadOf((error) => error instanceof Stale, false),
    )
  }

  return {
    /** The id of the claim of an address. */
    claimIdOf,

    /** The digest that an address is counted by: the same for the same address, and of no use without the key. */
    digestOf: (email: string): string => keyed('count', email),

    /** The id of the account or the lead that has an address; undefined of an address that none has. */
    find,

    /** Finds an address as `find`. Of an unknown one it returns an id of no account, so that the caller takes the same way. */
    idFor: async (email: string): Promise<string> => (await find(email)) ?? keyed('nobody', email).slice(0, 22),

    /**
     * The id of the account that has an address, or keeps it from others; a free one is given a new id, which is random. Two
     * callers at once are given the same one.
     */
    async claim(email: string): Promise<string> {
      for (;;) {
        const { id, held, revision } = await look(email, { current: true })
        if (held) return id
        // Never first a “-”, which a spreadsheet reads as a formula.
        const account = `a${randomBytes(16).toString('base64url').slice(1)}`
        if (await lead(email, account, revision)) return account
      }
    },

    /**
     * Leads an address to an account whose holder has shown that it is theirs. One that a lead or an invitation has, and no
     * account, is taken from it. Throws `Refusal` where an account has it, or keeps it.
     */
    async take(email: string, account: string): Promise<void> {
      for (;;) {
        const { id, held, revision } = await look(email, { current: true })
        if (id === account && (held || revision >= 0)) return
        if (held === 'keeps') throw new Refusal(addressTaken)
        if (held) await handler.handle(accountCommands.giveUpAddress, id, {}, { by: atelier })
        if (await lead(email, account, revision)) return
      }
    },

    /** The ids of leads and invitations that gave up one of these addresses to an account. */
    async givenUpTo(account: string, emails: Iterable<string>): Promise<string[]> {
      const ids = new Set<string>()
      for (const email of emails) {
        const { state } = await handler.load(addressClaims, claimIdOf(email), { current: true })
        // Before there were claims, a digest of the address was the id.
        const holders = [unkeyedIdOf(email), ...state.before.slice(1), state.account]
        for (const [at, id] of holders.slice(0, -1).entries()) if (holders[at + 1] === account) ids.add(id)
      }
      const isGivenUp = async (id: string) => (await handler.load(accounts, id)).state.addressGivenUp
      const found: string[] = []
      for (const id of ids) if (await isGivenUp(id)) found.push(id)
      return found
    },

    /** Ends the claims of addresses that lead to an account which is erased, and makes them unreadable. */
    async forget(account: string, emails: Iterable<string>): Promise<void> {
      for (const email of emails) {
        const id = claimIdOf(email)
        const { state, revision } = await handler.load(addressClaims, id, { current: true })
        if (revision < 0 || ![account, ''].includes(state.account)) continue
        // First, so that every process hears whose key it is to forget.
        await handler.handle(addressCommands.releaseAddress, id, {}, { by: atelier })
        await keys.destroy(id)
      }
    },
  }
}

/**
 * The secret that digests of addresses take, stored with the keys of personal data. It is made once: the events name it by a
 * digest, so that one that is missing, or another one, is noticed.
 */
async function addressSecret({ keys, handler }: Pick<Dependencies, 'keys' | 'handler'>): Promise<string> {
  const [named, known] = [await namedSecret(handler), (await keys.secrets()).get(secretName)]
  if (named === undefined) {
    const secret = known ?? (await keys.secret(secretName, randomBytes(32).toString('base64url')))
    await handler.handle(storeCommands.nameAddressKey, addressKeyId, { key: nameOf(secret) }, { by: atelier })
    return secret
  }
  if (known !== undefined && [nameOf(known), damaged].includes(named)) return known
  throw new Misconfigured(
    'The secret that finds accounts by email address is missing from the personal data keys. Restore the latest key backup (docs/operations.md).',
  )
}

const nameOf = (secret: string): string => createHmac('sha256', secret).update('name').digest('base64url')

/** The events’ name of the secret; `damaged` where that event is not what was recorded. */
const namedSecret = (handler: CommandHandler): Promise<string | undefined> =>
  handler
    .load(stores, addressKeyId, { current: true })
    .then(({ state }) => state.addressKey, insteadOf(isUnusable, damaged))

const damaged = 'damaged'
