import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { atelier } from '#domain/account/account.ts'
import { accountCommands } from '#domain/account/actions.ts'
import { addressTaken } from '#domain/account/register.ts'
import { openAddressBook, unkeyedIdOf } from './address-book.ts'
import { createCommandHandler } from './events/command-handler.ts'
import { sealEvents } from './events/sealed-store.ts'
import { openSqliteEvents } from './events/sqlite.ts'
import { openSqliteKeys } from './keys/sqlite.ts'

const email = 'asha@example.com'
const person = { name: 'Asha Rao', email, phone: '+919845012345', role: 'client', passwordHash: '$argon2id$' } as const

/** Embedded events with the keys they are sealed by, and who may be a process of its own on them. */
async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-addresses-'))
  const inner = openSqliteEvents(join(folder, 'events.db'), () => {})
  const keys = await openSqliteKeys({ folder: join(folder, 'keys') })
  onTestFinished(async () => {
    await Promise.all([inner.close(), keys.close()])
    await rm(folder, { recursive: true })
  })
  let ahead = 0
  const events = { ...sealEvents(inner, keys), soleWriter: false }
  async function process() {
    const handler = createCommandHandler(events)
    const book = await openAddressBook({ keys, handler, now: () => Date.now() + ahead })
    const registers = (id: string) =>
      handler.handle(accountCommands.register, id, person, { by: { id, name: 'Asha', role: 'client' } })
    return { handler, book, registers }
  }
  const advanceTime = (time: number) => {
    ahead += time
  }
  return { folder, inner, events, keys, process, advanceTime }
}

// security: 14.5
it('an address is given one id, however many ask at once, in however many processes', async () => {
  const { process } = await opened()
  const [one, other] = [await process(), await process()]
  const ids = await Promise.all([one, other, one, other].map(({ book }) => book.claim(` ${email.toUpperCase()}`)))
  expect(new Set(ids).size).toBe(1)
  expect(await other.book.find(email)).toBe(ids[0])
  expect(ids[0]).not.toBe(unkeyedIdOf(email))
  const registered = await Promise.allSettled([one, other].map(({ registers }) => registers(ids[0]!)))
  expect(registered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('a claim without an account keeps no one out: a process may have ended in between', async () => {
  const { process } = await opened()
  const id = await (await process()).book.claim(email)
  const later = await process()
  expect(await later.book.claim(email)).toBe(id)
  await later.registers(id)
  expect(await later.book.find(email)).toBe(id)
})

it('who registered before there were claims is found, and no one new gets an id of that kind', async () => {
  const { process } = await opened()
  const { book, registers } = await process()
  expect(await book.find(email)).toBeUndefined()
  await registers(unkeyedIdOf(email))
  expect(await book.find(email)).toBe(unkeyedIdOf(email))
  expect(await book.claim(email)).toBe(unkeyedIdOf(email))
  expect(await book.claim('other@example.com')).not.toBe(unkeyedIdOf('other@example.com'))
})

// security: 14.5
it('a person with the address of one who was erased is someone new, and the claim says nothing of the other', async () => {
  const { process, keys, inner } = await opened()
  const { book, handler, registers } = await process()
  const id = await book.claim(email)
  await registers(id)
  await handler.handle(
    accountCommands.eraseAccount,
    id,
    { personId: id, openOrders: 0, isLead: false },
    { by: { ...atelier, id } },
  )
  expect(await book.claim(email)).toBe(id) // until that is done
  await handler.handle(accountCommands.completeErasure, id, {}, { by: atelier })
  const other = await process()
  expect(await other.book.find(email)).toBeUndefined()
  await book.forget(id, [email])
  await book.forget(id, [email]) // begun anew
  await keys.destroy(id)
  const later = await process()
  expect(await later.book.find(email)).toBeUndefined()
  expect(await later.book.claim(email)).not.toBe(id)
  for await (const { stream, content } of inner.everyStored()) {
    if (stream.startsWith('address-')) expect(content).not.toContain(id)
  }
})

it('an address that a change has claimed is its account’s for a day, whichever process ends before the account says so', async () => {
  const { process, advanceTime } = await opened()
  const { book, handler, registers } = await process()
  const [id, other] = [await book.claim(email), 'other@example.com']
  await registers(id)
  const change = { email: other, tokenHash: 'a'.repeat(43), checked: person.passwordHash }
  await handler.handle(accountCommands.requestAddressChange, id, change, { by: { ...atelier, id } })
  await book.take(other, id) // and the process ends
  const later = await process()
  await expect(later.book.take(other, 'x'.repeat(22))).rejects.toThrow(addressTaken)
  expect([await later.book.claim(other), await later.book.find(other)]).toEqual([id, undefined])
  await later.book.take(other, id) // by the same link
  advanceTime(25 * 60 * 60 * 1000)
  expect(await later.book.claim(other)).not.toBe(id)
})

// security: 14.5
it('without the secret no one is taken for someone new: it is not opened', async () => {
  const { process, events, folder } = await opened()
  await (await process()).book.claim(email)
  const keys = await openSqliteKeys({ folder: join(folder, 'others') })
  onTestFinished(() => keys.close())
  const opening = openAddressBook({ keys, handler: createCommandHandler(events) })
  await expect(opening).rejects.toThrow(
    'The secret that finds accounts by email address is missing from the personal data keys',
  )
})
