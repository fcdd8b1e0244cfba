import { expect, it, onTestFinished } from 'vitest'
import type { SecurityKind } from '#domain/contract/call.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { securityCollection } from '#projections/primary-documents.ts'
import { createSecurityEntries } from './security-entries.ts'

/** The log of a store in which the first write, once it is under way, waits for `end`, `fail` or `lose`. */
function scene() {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const down = new Unavailable('The document store')
  const waiting: { begin(): void; held: Promise<Unavailable | undefined> }[] = []
  /** Holds the next write, after those that are held already: `lose` has it done, and its answer lost. */
  function hold() {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<Unavailable | undefined>()]
    waiting.push({ begin: begun.resolve, held: held.promise })
    const [end, lose, fail] = [() => held.resolve(undefined), () => held.resolve(down), () => held.reject(down)]
    return { begun: begun.promise, end, lose, fail }
  }
  const slow: DocumentStore = {
    ...documents,
    async write(...given) {
      const next = waiting.shift()
      next?.begin()
      const lost = await next?.held
      await documents.write(...given)
      if (lost) throw lost
    },
  }
  const entries = createSecurityEntries(slow, { warn: () => {} }, () => Date.parse('2026-11-25T09:00:00Z'))
  const note = (account: string) => entries.note({ kind: 'login', what: 'logged in', account, byKey: false })
  const accountsOf = async () => (await entries.list({ limit: 50 })).documents.map(({ account }) => account)
  return { entries, note, accountsOf, hold, ...hold() }
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
  ['could not be written', ({ fail }: ReturnType<typeof scene>) => fail()],
  ['is written with its answer lost', ({ lose }: ReturnType<typeof scene>) => lose()],
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

it('does not get back what is forgotten while its removal fails', async () => {
  const { entries, note, accountsOf, begun, end, hold } = scene()
  const removal = hold()
  note('asha')
  const first = accountsOf()
  await begun
  entries.forget('asha')
  end()
  await removal.begun
  removal.fail()
  await first
  expect(await accountsOf()).toEqual([])
})

it('does not get back what is forgotten while another one is removed', async () => {
  const { entries, note, accountsOf, begun, end, hold } = scene()
  const removal = hold()
  note('asha')
  note('joseph')
  const first = accountsOf()
  await begun
  entries.forget('asha')
  end()
  await removal.begun
  entries.forget('joseph')
  removal.end()
  expect(await first).toEqual([])
})

it('forgets what there is most of once there is too much: what one kind of person causes pushes out no other', async () => {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const entry = (kind: SecurityKind, number: number) => {
    const at = new Date(Date.parse('2026-11-24T00:00:00Z') + number).toISOString()
    return { id: `${at}.${kind}`, revision: 1, kind, what: kind, byKey: false, at, lastAt: at, times: 1 }
  }
  const old = [entry('admin', 0), entry('login', 1), entry('refusal', 2)]
  const caused = Array.from({ length: 50_000 }, (_, number) => entry('account', 3 + number))
  await documents.write([...old, ...caused].map((put) => ({ collection: securityCollection, put })))
  const entries = createSecurityEntries(documents, { warn: () => {} }, () => Date.parse('2026-11-25T09:00:00Z'))
  entries.note({ kind: 'login', what: 'logged in', byKey: false })
  await entries.close()
  const countOf = async (kind: SecurityKind) => documents.collection(securityCollection).count({ kind })
  const kinds = ['admin', 'login', 'refusal', 'account'] as const
  expect(await Promise.all(kinds.map(countOf))).toEqual([1, 2, 0, 49_997])
})
