import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { Unavailable } from '#infra/unavailable.ts'
import { documentStoreContract } from './contract.ts'
import { openSqliteDocuments } from './sqlite.ts'
import { type Sql, selectCount, selectIds } from './sqlite-query.ts'
import type { Query } from './store.ts'

const inFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-documents-'))
  const path = join(folder, 'documents.db')
  return { path, open: async () => openSqliteDocuments(path), remove: () => rm(folder, { recursive: true }) }
}

documentStoreContract('the document store on SQLite', inFolder)

it('refuses a second store on the same file with a clear sentence', async () => {
  const { open, remove } = await inFolder()
  onTestFinished(remove)
  const store = await open()
  await expect(open()).rejects.toThrow('another Atelier is running with this data folder')
  await store.close()
  await (await open()).close()
})

it('writes all of the changes or none', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  await store.write([{ collection: 'books', put: { id: 'a', revision: 0 } }])
  const impossible = { id: 'b', revision: 0, big: 1n }
  await expect(
    store.write([
      { collection: 'books', put: { id: 'a', revision: 1 } },
      { collection: 'films', put: { id: 'a', revision: 1 } },
      { collection: 'books', put: impossible },
    ]),
  ).rejects.toThrow(TypeError)
  expect(await store.collection('books').get('a')).toEqual({ id: 'a', revision: 0 })
  expect(await store.collection('films').count()).toBe(0)
})

it('commits many documents in parts, before what another one writes, and has the writer of one that fails begin again', async () => {
  const { path, open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const books = store.collection('books')
  await books.count()
  const { signal } = new AbortController()
  const aheadOf = (id: string) => {
    const puts = Array.from({ length: 9_000 }, (_, at) => ({
      collection: 'books',
      put: { id: `${id}${at}`, revision: 0 },
    }))
    return store.write([{ collection: 'films', put: { id, revision: 0 } }], undefined, { puts, signal })
  }
  const reader = new DatabaseSync(path, { readOnly: true })
  onTestFinished(() => reader.close())
  const committed = () => reader.prepare('select count(*) as count from books').get()!.count

  const first = aheadOf('a')
  while ((await books.count()) === 0) await turn()
  expect(Number(committed()) % 250).toBe(0)
  await store.write([{ collection: 'notes', put: { id: 'a', revision: 0 } }])
  expect(committed()).toBe(await books.count())
  await first
  expect(committed()).toBe(9_000)

  const second = expect(aheadOf('b')).rejects.toBeInstanceOf(Unavailable)
  while ((await books.count()) === 9_000) await turn()
  const impossible = { collection: 'books', put: { id: 'c', revision: 0, big: 1n } }
  const puts = Array.from({ length: 51 }, () => impossible)
  await expect(store.write([], undefined, { puts, signal })).rejects.toThrow(TypeError)
  await second
  expect(await store.collection('films').get('b')).toBeUndefined()
  await aheadOf('b')
  expect(await books.count()).toBe(18_000)
})

it('takes the log over while many documents are written, so that it does not grow with them', async () => {
  const { path, open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const { signal } = new AbortController()
  const text = 'x'.repeat(1_000)
  const puts = Array.from({ length: 60_000 }, (_, at) => ({
    collection: 'books',
    put: { id: `${at}`, revision: 0, text },
  }))
  await store.write([], undefined, { puts, signal })
  expect((await stat(`${path}-wal`)).size).toBeLessThan(50e6)
  expect((await stat(path)).size).toBeGreaterThan(40e6)
})

it('is not compacted while another process reads it, and does not grow by that', async () => {
  const { path, open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const put = { id: 'a', revision: 0, text: 'x'.repeat(1_000_000) }
  await store.write([{ collection: 'books', put }])
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select * from books')
  const before = (await stat(`${path}-wal`)).size
  for (const _ of [1, 2]) await expect(store.compact()).rejects.toBeInstanceOf(Unavailable)
  expect((await stat(`${path}-wal`)).size).toBe(before)
  reader.close()
  await store.compact()
  expect((await stat(`${path}-wal`)).size).toBe(0)
})

it('is unavailable once it is closed', async () => {
  const { open, remove } = await inFolder()
  onTestFinished(remove)
  const store = await open()
  await store.close()
  await store.close()
  await expect(store.collection('books').get('a')).rejects.toBeInstanceOf(Unavailable)
  await expect(store.write([])).rejects.toBeInstanceOf(Unavailable)
})

it('keeps handing out more documents than it holds in memory', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const many = Array.from({ length: 5_000 }, (_, n) => ({ id: `n${n}`, revision: 0, text: 'x'.repeat(1_000) }))
  await store.write(many.map((put) => ({ collection: 'books', put })))
  for (const _ of ['cold', 'warm']) {
    expect(await store.collection('books').getMany(many.map(({ id }) => id))).toEqual(many)
  }
})

it('holds documents in memory by their size, not by their number', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const books = store.collection('books')
  const ids = Array.from({ length: 60 }, (_, n) => `n${n}`)
  for (const id of ids) {
    const put = { id, revision: 0, text: id.repeat(150_000) }
    await store.write([{ collection: 'books', put }])
  }
  setFlagsFromString('--expose-gc')
  const inUse = () => {
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const before = inUse()
  for (const id of ids) expect((await books.get(id))?.revision).toBe(0)
  expect(inUse() - before).toBeLessThan(10_000_000) // of 26 MB that were read
})

it('does not make the index of words again at each start, unless other fields are searched', async () => {
  const { path, open, remove } = await inFolder()
  onTestFinished(remove)
  async function started(fields: string[]): Promise<unknown> {
    const store = await open()
    await store.collection('books').ensureSearch(fields)
    await store.close()
    const database = new DatabaseSync(path)
    const version = database.prepare('pragma schema_version').get()?.schema_version
    database.close()
    return version
  }
  const first = await started(['title'])
  expect(await started(['title'])).toBe(first)
  expect(await started(['title', 'by'])).not.toBe(first)
})

it('makes an index or counts as a whole or not at all, whatever is written after that failed', async () => {
  const { path, open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const books = store.collection<Book>('books')
  const put: Book = { id: 'a', revision: 0, by: 'rao', year: 1, title: 'tea' }
  await store.write([{ collection: 'books', put }])
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  for (const ensure of [() => books.ensureIndex(['by']), () => books.ensureCounts(['year'])]) {
    other.exec(`insert into books (id, revision, body) values ('b', 0, 'no JSON')`)
    await expect(ensure()).rejects.toThrow('malformed JSON')
    await store.write([{ collection: 'films', put: { id: 'a', revision: 0 } }])
    other.exec(`delete from books where id = 'b'`)
    expect(await books.count({ year: 1 })).toBe(1)
    await ensure()
  }
  expect(await books.find({ where: { by: 'rao' } })).toEqual({ documents: [put] })
  expect(await books.count({ year: 1 })).toBe(1)
})

it('answers by its indexes: it never looks through a table, and never sorts', async () => {
  const { path, open, remove } = await inFolder()
  onTestFinished(remove)
  const store = await open()
  const books = store.collection('books')
  await books.ensureIndex(['year'])
  await books.ensureIndex(['by', 'year'])
  await books.ensureIndex(['by', 'shelf.room', 'year'])
  await store.write(
    Array.from({ length: 60 }, (_, n) => ({
      collection: 'books',
      put: { id: `n${n}`, revision: 0, year: n, by: 'x', shelf: { room: 'attic' } },
    })),
  )
  const table = { collection: 'books', columns: new Set(['year', 'by', 'shelf.room']) }
  const newest: Query = { sort: [['year', 'desc']] }
  const { next } = await books.find(newest)
  await store.close()

  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  const plan = ({ text, values }: Sql) =>
    database
      .prepare(`explain query plan ${text}`)
      .all(...values)
      .map(({ detail }) => String(detail))
      .join('; ')

  const wheres: NonNullable<Query['where']>[] = [{ by: 'x' }, { by: 'x', 'shelf.room': 'attic' }]
  for (const where of wheres) {
    for (const query of [newest, { sort: [['year', 'asc']] } as Query, { ...newest, after: next }]) {
      expect(plan(selectIds(table, { ...query, where }, 50))).toMatch(/^SEARCH books USING COVERING INDEX [^;]*$/)
    }
    expect(plan(selectCount(table, where))).toMatch(/^SEARCH books USING COVERING INDEX [^;]*$/)
  }
  // Without a condition it walks along the index, and stops at the limit.
  expect(plan(selectIds(table, newest, 50))).toBe('SCAN books USING COVERING INDEX books on year')
  expect(plan(selectIds(table, { ...newest, after: next }, 50))).toMatch(
    /^SEARCH books USING COVERING INDEX [^;]*<\?\)$/,
  )
  expect(plan(selectIds(table, { where: { year: { gte: 2 } }, ...newest }, 50))).toMatch(
    /^SEARCH books USING COVERING INDEX [^;]*>\?\)$/,
  )
})

it('keeps an index of words that is no larger than twice the texts', async () => {
  const { path, open, remove } = await inFolder()
  onTestFinished(remove)
  const words = (n: number) =>
    Array.from({ length: 200 }, (_, at) => `${((n * 200 + at) * 7_919).toString(36)}something`)
  const bytes: number[] = []
  for (const fields of [[], ['title']]) {
    const store = await open()
    await store.collection('books').ensureSearch(fields)
    const all = Array.from({ length: 200 }, (_, n) => ({ id: `n${n}`, revision: 1, title: words(n).join(' ') }))
    await store.write(all.map((put) => ({ collection: 'books', put })))
    await store.close()
    bytes.push((await stat(path)).size)
  }
  expect(bytes[1]! - bytes[0]!).toBeLessThan(2 * bytes[0]!)
})

// spec: 11.38
it('writes an index only when one of its own fields has changed', async () => {
  const { path, open, remove } = await inFolder()
  const store = await open()
  onTestFinished(() => store.close().then(remove))
  const books = store.collection('books')
  const fields = [['title'], ['year'], ['shelf.room', 'year'], ['lent', 'year'], ['author.name', 'title']]
  for (const each of fields) await books.ensureIndex(each)
  await books.ensureSearch(['title', 'author'])
  await books.ensureCounts(['lent', 'shelf.room'])
  const book = (revision: number, lent = false) => ({
    ...{ id: '7', revision, title: 'Book', year: 7, notes: 'x'.repeat(revision) },
    ...{ shelf: { room: 'attic' }, lent, author: { name: 'Rao', signs: revision % 2 ? 'RAO' : 'rao' } },
  })
  const changes = 20
  /** How many pages a change writes, with the page of the document itself. */
  async function pagesOfChange(changed: (revision: number) => ReturnType<typeof book>, first: number) {
    const before = (await stat(`${path}-wal`)).size
    for (let revision = first; revision < first + changes; revision++) {
      await books.get('7')
      await store.write([{ collection: 'books', put: changed(revision) }])
    }
    return Math.round(((await stat(`${path}-wal`)).size - before) / changes / 4_120)
  }
  await store.write([{ collection: 'books', put: book(0) }])
  // The author signs otherwise each time, by the same words.
  expect(await pagesOfChange(book, 1)).toBe(1)
  // The document, the index of those lent, and what counts them.
  expect(await pagesOfChange((revision) => book(revision, revision % 2 === 0), 21)).toBe(3)
  expect(await books.count({ lent: true, 'shelf.room': 'attic' })).toBe(1)
  expect((await books.find({ where: { lent: true }, search: { text: 'rao' } })).documents).toHaveLength(1)
})

// spec: 11.38
it('goes on where an older version has written, which knows nothing of columns', async () => {
  const { path, open, remove } = await inFolder()
  onTestFinished(remove)
  const find = async () => {
    const store = await open()
    const books = store.collection<Book>('books')
    await books.ensureIndex(['by', 'year'])
    await books.ensureCounts(['by'])
    await books.ensureSearch(['title'])
    const { documents } = await books.find({ where: { by: 'rao' }, sort: [['year', 'desc']] })
    const found = { ids: documents.map(({ id }) => id), count: await books.count({ by: 'rao' }) }
    const searched = await books.count(undefined, { search: { text: 'tea' } })
    return { store, ...found, searched }
  }
  const older = (write: string) => {
    const database = new DatabaseSync(path)
    database.function('search_words', { deterministic: true }, (body, _fields) => JSON.parse(body as string).title)
    database.exec(write)
    database.close()
  }
  const body = (id: string, year: number) =>
    `'{"id":"${id}","revision":${year},"by":"rao","year":${year},"title":"tea"}'`
  const index = `create index "books by by, year" on books (json_extract(body, '$."by"'), json_extract(body, '$."year"'), id)`
  older(`create table books (id text primary key, revision integer not null, body text not null) strict;
    insert into books values ('a', 1, ${body('a', 1)}); ${index};
    create table "books counted by by" (key text primary key, number integer not null) strict, without rowid`)
  const first = await find()
  expect(first).toMatchObject({ ids: ['a'], count: 1, searched: 1 })
  await first.store.write([
    { collection: 'books', put: { id: 'b', revision: 2, by: 'rao', year: 2, title: 'tea' } as Book },
  ])
  await first.store.close()
  // It was put back for a while, and makes its own index again.
  older(`insert into books (id, revision, body) values ('c', 3, ${body('c', 3)}); ${index};
    create table "books counted by by" (key text primary key, number integer not null) strict, without rowid;
    update books set revision = 9, body = ${body('a', 9)} where id = 'a'`)
  const again = await find()
  expect(again).toMatchObject({ ids: ['a', 'c', 'b'], count: 3, searched: 3 })
  await again.store.close()
})

type Book = { id: string; revision: number; by: string; year: number; title: string }
