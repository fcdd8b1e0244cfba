import { pipeline } from 'node:stream/promises'
import type { AppContext } from '#api/app-context.ts'
import { requireWhole, waitForLatest } from '#api/http/caught-up.ts'
import type { Execute, Routes } from '#api/http/router.ts'
import type { SignedIn } from '#api/http/session.ts'
import { contentFor, ignorePrematureClose } from '#api/http/streamed.ts'
import { todayOf } from '#api/routes/agency-day.ts'
import { createSealer } from '#api/secrets.ts'
import { type Account, isRegistered } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { type AddressClaim, addressClaims } from '#domain/account/address-claim.ts'
import { notSealed, otherAddress, whyNotErasedByHolder } from '#domain/account/erase-account.ts'
import { Invalid, NotAllowed, NotFound, Refusal } from '#domain/command.ts'
import type { WireErasure } from '#domain/contract/personal-data.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { fileName } from '#domain/one-line.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { isInClear } from '#projections/account/erase-person.ts'
import { requirePassword } from './passwords.ts'
import { archiveOf } from './personal-data/archive.ts'

/** How long the link of a download is good, in milliseconds. */
const ticketLifetime = 2 * 60 * 1000

type Ticket = { person: string; session: string; until: number }

/** The calls for all data of a person as a file, and for their erasure. */
export function personalDataRoutes(context: AppContext) {
  const { handler, events, projections, secret, sessions, now } = context
  const tickets = createSealer(secret, 'download')

  /** The person meant: an admin may name anyone, everybody else means themselves. */
  function meant({ person }: Pick<SignedIn, 'person'>, named: string | undefined): string {
    if (named !== undefined && named !== person.id && person.role !== 'admin') {
      throw new NotAllowed('Only admins can download other people’s data')
    }
    return named ?? person.id
  }

  /** The person with their orders, as an admin is shown before they are erased, and what decides on it. Throws `NotFound`. */
  async function erasureOf(id: string): Promise<{ erasure: WireErasure; account: Account; isLead: boolean }> {
    const { orders, files: ownedFiles } = projections
    await requireWhole(orders, ownedFiles) // or open orders of theirs might not be counted
    await waitForLatest(handler, orders, ownedFiles)
    const [{ state: account }, { state: lead }, all, open, files] = await Promise.all([
      handler.load(accounts, id),
      handler.load(leads, id),
      orders.collection.count({ clientId: id }),
      orders.collection.count({ clientId: id, status: 'open' }),
      ownedFiles.collection.count({ by: id }),
    ])
    const invitation = account.invitation
    const isLead = lead.submissions > 0
    const known = isRegistered(account) ? 'account' : invitation ? 'invitation' : isLead ? 'lead' : undefined
    if (!known) throw new NotFound('This person doesn’t exist')
    const { name = '', email } = known === 'account' ? account : known === 'invitation' ? invitation! : lead
    const erasure = { id, name, email, role: account.role, known, orders: { open, closed: all - open }, files } as const
    return { erasure, account, isLead }
  }

  async function erase(id: string, { confirmation }: { confirmation: string }, execute: Execute) {
    const { erasure, isLead } = await erasureOf(id)
    const { email, orders } = erasure
    if (confirmation !== email.toLowerCase()) throw new Invalid({ confirmation: otherAddress })
    if (await isInClear(events, id)) throw new Refusal(notSealed)
    const input = { personId: id, openOrders: orders.open, isLead }
    return erasing(await execute(accountCommands.eraseAccount, id, input))
  }

  const erasing = ({ message }: { message: string }) => ({ message, erasing: new Date(now()).toISOString() })

  return {
    async requestData({ body, person, account, session, execute }) {
      const id = meant({ person }, body.personId)
      await requirePassword(account, body.password)
      const { message } = await execute(accountCommands.downloadData, id, { personId: id })
      const ticket: Ticket = { person: id, session, until: now() + ticketLifetime }
      const link = `/api/download-data?ticket=${tickets.seal(JSON.stringify(ticket), person.id)}`
      return { message, link }
    },

    async downloadData({ query, person, session, request, response }) {
      const text = tickets.open(query.ticket, person.id)
      const ticket = text === undefined ? undefined : (JSON.parse(text) as Ticket)
      if (!ticket || ticket.session !== session || ticket.until <= now()) {
        throw new NotAllowed('This download link has expired. Please start the download again.')
      }
      await requireWhole(projections.accounts, projections.orders, projections.subscriptions, projections.apiKeys)
      await waitForLatest(handler, ...projections.all)
      const archive = await contentFor(request, () => archiveOf(context, ticket.person))
      const { state: account } = await handler.load(accounts, ticket.person)
      response.type('application/zip').attachment(fileName(`${account.name}, ${await todayOf(context)}.zip`))
      await ignorePrematureClose(pipeline(archive, response))
      return undefined
    },

    async previewErasure({ query, person }) {
      const { erasure, account, isLead } = await erasureOf(meant({ person }, query.id))
      const refusal = whyNotErased(erasure, account, isLead, person.id)
      return { data: [refusal === undefined ? erasure : { ...erasure, refusal }] }
    },

    async eraseMyAccount({ body, person, account, response, execute }) {
      await requirePassword(account, body.password)
      const answer = await erase(person.id, body, execute)
      sessions.leave(response, person.id)
      return answer
    },

    async erasePerson({ body, account, person, execute, recorded }) {
      if (body.personId === person.id)
        throw new Refusal('You can’t delete your own data. Another admin can, after removing you as an admin.')
      await requirePassword(account, body.password)
      // A repetition of the request finds no one any more.
      const repeated = await recorded(accountCommands.eraseAccount, body.personId)
      const answer = repeated ? erasing(await repeated()) : await erase(body.personId, body, execute)
      return { ...answer, message: 'Their personal data is being deleted.' }
    },
  } satisfies Partial<Routes>
}

/** Why the caller (`by`) cannot erase a person now. */
function whyNotErased(
  { role, known, orders, id }: WireErasure,
  account: Account,
  isLead: boolean,
  by: string,
): string | undefined {
  if (known === 'account' && role === 'admin' && account.removed === undefined) {
    return 'Remove this admin first, then delete their data.'
  }
  return id === by ? whyNotErasedByHolder(account, { openOrders: orders.open, isLead }) : undefined
}

type Caches = Pick<AppContext, 'handler' | 'securityEntries' | 'timelines'> & { keys: Pick<PersonKeys, 'forget'> }

/** Drops what this process has in memory of a person, once it hears that they are erased, here or by another process. */
export function createForgetErased({ handler, securityEntries, timelines, keys }: Caches) {
  /** The claims that were released, whose keys are destroyed before the erasure is complete. */
  const released = new Set<string>()
  return ({ type, stream, data }: Recorded): void => {
    const claim = idIn(addressClaims, stream)
    if (claim !== undefined && (data as AddressClaim).account === '') released.add(claim)
    const person = idIn(accounts, stream)
    if (person === undefined) return
    if (type === 'AccountErased') securityEntries.forget(person)
    if (type !== 'ErasureCompleted') return
    for (const id of [person, ...released]) keys.forget(id)
    released.clear()
    securityEntries.forget(person)
    handler.clear()
    timelines.clear()
  }
}
