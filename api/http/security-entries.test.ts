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

/** What the log has of each kind once it has written a login, one too many of its 50,000 entries: those before it by number. */
async function countsAfter(...before: [kind: SecurityKind, count: number, from: string][]) {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const puts = before.flatMap(([kind, count, from]) =>
    Array.from({ length: count }, (_, number) => {
      const at = new Date(Date.parse(from) + number).toISOString()
      const put = { id: `${at}.${kind}`, revision: 1, kind, what: kind, byKey: false, at, lastAt: at, times: 1 }
      return { collection: securityCollection, put }
    }),
  )
  await documents.write(puts)
  const entries = createSecurityEntries(documents, { warn: () => {} }, () => Date.parse('2026-11-25T09:00:00Z'))
  entries.note({ kind: 'login', what: 'logged in', byKey: false })
  await entries.close()
  return Object.fromEntries(await documents.collection(securityCollection).countBy('kind'))
}

it.each<[string, Parameters<typeof countsAfter>, object]>([
  [
    'what there is most of goes, after refusals',
    [
      ['admin', 1, '2026-11-23T00:00:00Z'],
      ['login', 1, '2026-11-23T00:00:01Z'],
      ['refusal', 1_001, '2026-11-23T00:00:02Z'],
      ['account', 49_000, '2026-11-24T00:00:00Z'],
    ],
    { admin: 1, login: 2, refusal: 1_000, account: 48_997 },
  ],
  [
    'what admins did goes last, however much it is',
    [
      ['admin', 40_000, '2026-11-23T00:00:00Z'],
      ['account', 10_000, '2026-11-24T00:00:00Z'],
    ],
    { admin: 40_000, login: 1, account: 9_999 },
  ],
  [
    'of each kind the newest stay, however much admins did',
    [
      ['admin', 49_500, '2026-11-23T00:00:00Z'],
      ['refusal', 1_200, '2026-11-24T00:00:00Z'],
      ['account', 1_100, '2026-11-24T00:00:00Z'],
    ],
    { admin: 47_999, login: 1, refusal: 1_000, account: 1_000 },
  ],
  [
    'what admins did goes where there is nothing else',
    [['admin', 50_001, '2026-11-23T00:00:00Z']],
    { admin: 49_999, login: 1 },
  ],
  [
    'nothing else goes once what is too old makes room',
    [
      ['login', 100, '2026-05-01T00:00:00Z'],
      ['account', 49_999, '2026-11-24T00:00:00Z'],
    ],
    { login: 1, account: 49_999 },
  ],
])('forgets once there is too much: %s', async (_, before, counts) => {
  expect(await countsAfter(...before)).toEqual(counts)
})
