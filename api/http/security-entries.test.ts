import { expect, it, onTestFinished } from 'vitest'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { createSecurityEntries } from './security-entries.ts'

/** The log of a store in which the first write, once it is under way, waits for `end`. */
function scene() {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: DocumentStore = {
    ...documents,
    async write(...given) {
      begun.resolve()
      const { promise } = held
      held.promise = Promise.resolve()
      await promise
      return documents.write(...given)
    },
  }
  const entries = createSecurityEntries(slow, { warn: () => {} }, () => Date.parse('2026-11-25T09:00:00Z'))
  const note = (account: string) => entries.note({ kind: 'login', what: 'logged in', account, byKey: false })
  const accountsOf = async () => (await entries.list({ limit: 50 })).documents.map(({ account }) => account)
  return { entries, note, accountsOf, begun: begun.promise, end: held.resolve, fail: held.reject }
}

it('is read with what is being written', async () => {
  const { entries, note, accountsOf, begun, end } = scene()
  note('asha')
  const first = accountsOf()
  await begun
  note('joseph')
  const [listed, exported] = [accountsOf(), Array.fromAsync(entries.of('asha'))]
  end()
  expect(await first).toContain('asha')
  expect((await listed).toSorted()).toEqual(['asha', 'joseph'])
  expect(await exported).toHaveLength(1)
})

it('is closed once all is written', async () => {
  const { entries, note, accountsOf, begun, end } = scene()
  note('asha')
  void entries.close()
  await begun
  let isClosed = false
  const closed = entries.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  end()
  await closed
  expect(await accountsOf()).toEqual(['asha'])
})

it.each([
  ['is written', ({ end }: ReturnType<typeof scene>) => end()],
  ['could not be written', ({ fail }: ReturnType<typeof scene>) => fail(new Unavailable('The document store'))],
])('does not get back what is forgotten while it %s', async (_, go) => {
  const given = scene()
  const { entries, note, accountsOf, begun } = given
  note('asha')
  note('joseph')
  const first = accountsOf()
  await begun
  entries.forget('asha')
  go(given)
  await first
  expect(await accountsOf()).toEqual(['joseph'])
})
