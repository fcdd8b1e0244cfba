import { spawnSync } from 'node:child_process'
import { mkdtemp, open as openFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DamagedDocuments } from './damage.ts'
import { openSqliteDocuments } from './sqlite.ts'
import { type DocumentStore, everyDocument } from './store.ts'

type Book = { id: string; revision: number; status: string; text: string }

const books: Book[] = Array.from({ length: 60 }, (_, n) => ({
  id: `book-${n}`,
  revision: n,
  status: n % 3 === 0 ? 'open' : 'closed',
  text: `Written by hand, page ${n}. `.repeat(20),
}))
const drafts: Book[] = books.slice(0, 20).map((book) => ({ ...book, text: `Unsent: ${book.text}` }))

/** A file with a read model, drafts, and an index and counts; `open` also answers what is said at the opening. */
async function written() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-damage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'documents.db')
  const open = () => {
    const said: string[] = []
    const store = openSqliteDocuments(path, (line) => said.push(line))
    return { store, said }
  }
  const { store } = open()
  await index(store)
  await store.write(books.map((put) => ({ collection: 'books_1', put })))
  await store.write(drafts.map((put) => ({ collection: 'drafts', put })))
  await store.close()
  return { path, open }
}

async function index(store: DocumentStore) {
  const collection = store.collection<Book>('books_1')
  await collection.ensureIndex(['status'])
  await collection.ensureCounts(['status'])
  await collection.ensureSearch(['text'])
}

/** Numbers that look random, and are the same for a seed: https://en.wikipedia.org/wiki/Linear_congruential_generator. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const served = async (store: DocumentStore, collection: string) =>
  Array.fromAsync(everyDocument<Book>(store, collection))
const byId = (all: Book[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1))

it('say that drafts may be older where the log beside them is damaged or incomplete, and only there', async () => {
  const { path, open } = await written()
  const { store } = open()
  for (const draft of drafts) await store.write([{ collection: 'drafts', put: { ...draft, revision: 100 } }])
  const [database, log] = await Promise.all([readFile(path), readFile(`${path}-wal`)])
  await store.close()
  /** What is said where the process was killed with such a log, and how many drafts are as they were written last. */
  const killedWith = async (left: Buffer) => {
    await writeFile(path, database)
    await writeFile(`${path}-wal`, left)
    const { store, said } = open()
    const latest = (await served(store, 'drafts')).filter(({ revision }) => revision === 100)
    await store.close()
    return { said, latest: latest.length }
  }
  const flipped = Buffer.from(log)
  flipped[log.length >> 1]! ^= 1
  expect(await killedWith(log)).toEqual({ said: [], latest: drafts.length })
  const { said, latest } = await killedWith(flipped)
  expect(latest).toBeLessThan(drafts.length)
  expect(said).toEqual([expect.stringContaining('documents.db-wal: the last changes are incomplete')])
})

describe('documents of which a bit was flipped where they are stored', () => {
  /** Which bits are flipped: some by a seed, or with FLIP_EVERY every bit of every so many bytes, in a turn of its own. */
  function* bitsOf(size: number): Generator<[at: number, bit: number]> {
    const [, every, turn] = /^(\d+)(?:\/(\d+))?$/.exec(process.env.FLIP_EVERY ?? '') ?? []
    if (every !== undefined) {
      for (let at = Number(turn ?? 0); at < size; at += Number(every)) yield [at, (at / Number(every)) & 7]
      return
    }
    const seed = Number(process.env.FLIP_SEED ?? Date.now() % 1_000_000)
    console.log(`flips with the seed ${seed} (FLIP_SEED)`)
    const random = randomFrom(seed)
    for (let flip = 0; flip < 150; flip++) yield [random(size), random(8)]
  }

  /** Puts these bytes in the place of the file, and removes what was made beside it. */
  async function put(path: string, bytes: Buffer) {
    for (const end of ['-wal', '-shm', '.suspect', '.fresh', '.damaged']) await rm(path + end, { force: true })
    await writeFile(path, bytes)
  }

  const flippedAt = (whole: Buffer, at: number, bit: number) => {
    const flipped = Buffer.from(whole)
    flipped[at]! ^= 1 << bit
    return flipped
  }

  // spec: 11.19
  // security: 11.8
  it('are served as they were written, or made again, and that is said, wherever the bit is', async () => {
    const { path, open } = await written()
    const whole = await readFile(path)
    const outcomes = { named: 0, harmless: 0 }
    for (const [at, bit] of bitsOf(whole.length)) {
      await put(path, flippedAt(whole, at, bit))
      try {
        const { store, said } = open()
        try {
          await index(store)
          const read = byId(await served(store, 'books_1'))
          const remaining = byId(await served(store, 'drafts'))
          const where = { status: 'open' }
          const found = await store.collection<Book>('books_1').find({ where, limit: 100 })
          const count = await store.collection<Book>('books_1').count(where)
          const isNamed = said.some((line) => line.startsWith('DAMAGED: '))
          if (isNamed) {
            expect([read, found.documents, count]).toEqual([[], [], 0]) // to be made again
            for (const draft of remaining) expect(drafts).toContainEqual(draft)
            outcomes.named++
          } else {
            expect([byId(read), remaining]).toEqual([byId(books), byId(drafts)])
            expect([found.documents.length, count]).toEqual([20, 20])
            outcomes.harmless++
          }
        } finally {
          await store.close()
        }
      } catch (error) {
        throw new Error(`bit ${bit} flipped at ${at}`, { cause: error })
      }
    }
    console.log(JSON.stringify(outcomes))
    expect(outcomes.named).toBeGreaterThan(30)
  }, 3_600_000)

  it('keeps every draft wherever the bit is in the header of the file', async () => {
    const { path, open } = await written()
    const whole = await readFile(path)
    for (let at = 0; at < 100; at++) {
      await put(path, flippedAt(whole, at, at % 8))
      const { store } = open()
      const remaining = byId(await served(store, 'drafts')).length
      await store.close()
      expect([at, remaining]).toEqual([at, drafts.length])
    }
  })

  it.each([50, 4_096, 9_000])('that are cut to %d bytes are made again, and that is said', async (length) => {
    const { path, open } = await written()
    await put(path, (await readFile(path)).subarray(0, length))
    const { store, said } = open()
    onTestFinished(() => store.close())
    expect(await served(store, 'books_1')).toEqual([])
    expect(said).toEqual([expect.stringMatching(/^DAMAGED: .*at least \d+ could not be read\. The damaged file is /)])
  })

  it('that are in a log alone are kept from it', async () => {
    const { path, open } = await written()
    const { store } = open()
    await store.write([{ collection: 'drafts', put: { ...drafts[0]!, id: 'the-latest' } }])
    const log = await readFile(`${path}-wal`)
    await store.close()
    await rm(path)
    await writeFile(`${path}-wal`, log)
    const again = open()
    onTestFinished(() => again.store.close())
    expect(again.said).toEqual([expect.stringMatching(/^DAMAGED: .*only its log exists/)])
    expect(await readFile(`${path}.damaged-wal`)).toEqual(log)
  })

  it.each([
    ['its log is copied', 0.9],
    ['the new one is written', 1.1],
  ])('leave no copy of the damaged file where the disk is full as %s', async (_, ofLog) => {
    const { path, open } = await written()
    const draft = (id: string, length: number) => {
      const put = { ...drafts[0]!, id, text: 'x'.repeat(length) }
      return { collection: 'drafts', put }
    }
    const before = open()
    await before.store.write([draft('first', 200_000)])
    await before.store.close()
    const { store } = open()
    await store.write([draft('second', 400_000)])
    const [database, log] = await Promise.all([readFile(path), readFile(`${path}-wal`)])
    await store.close()
    await writeFile(path, database)
    await writeFile(`${path}-wal`, log)
    await writeFile(`${path}.suspect`, 'a flipped bit')
    const there = await readdir(dirname(path))
    // No file may grow beyond so many blocks of 512 bytes: what a full disk says of a larger one.
    const limited = `trap '' XFSZ; ulimit -f ${Math.floor((log.length * ofLog) / 512)}; exec "$@"`
    const opening = `import('${new URL('./sqlite.ts', import.meta.url)}').then((all) => all.openSqliteDocuments('${path}'))`
    const { status } = spawnSync('sh', ['-c', limited, 'sh', process.execPath, '-e', opening])
    expect(status).toBe(1)
    expect(await readdir(dirname(path))).toEqual(there)
  })

  it('keeps the drafts and the damaged file where the server was killed before the new one was in its place', async () => {
    const { path, open } = await written()
    await rename(path, `${path}.salvaged`)
    await writeFile(`${path}.damaged`, 'as it was')
    await writeFile(`${path}-wal`, 'its log')
    const { store, said } = open()
    onTestFinished(() => store.close())
    expect(byId(await served(store, 'drafts'))).toEqual(byId(drafts))
    expect(said).toEqual([expect.stringMatching(/^DAMAGED: .*killed while replacing it/)])
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe('as it was')
    expect(await readFile(`${path}.damaged-wal`, 'utf8')).toBe('its log')
  })

  it('keeps a draft, and the damaged file beside the new one', async () => {
    const { path, open } = await written()
    const flipped = await openFile(path, 'r+')
    const at = (await readFile(path)).indexOf('Unsent: Written by hand, page 7.')
    await flipped.write(Buffer.from('x'), 0, 1, at)
    await flipped.close()
    const { store, said } = open()
    onTestFinished(() => store.close())
    expect(byId(await served(store, 'drafts'))).toEqual(byId(drafts.filter(({ id }) => id !== 'book-7')))
    expect(await served(store, 'books_1')).toEqual([])
    expect(said).toEqual([
      expect.stringMatching(
        /a document of drafts was changed after it was written.* 19 drafts and pending messages were saved; at least 1 could not/,
      ),
    ])
    expect((await readFile(`${path}.damaged`)).includes('xnsent: Written by hand, page 7.')).toBe(true)
  })

  it.each([
    ['its text', `update books_1 set body = replace(body, 'page 7', 'page 8') where id = 'book-7'`],
    ['its revision', `update books_1 set revision = 4000 where id = 'book-7'`],
    ['its seal', `update books_1 set seal = '7 0' where id = 'book-7'`],
  ])('is named when it is read, and nothing more is written until a new start: %s', async (_, flip) => {
    const { path, open } = await written()
    const { store, said } = open()
    const other = new DatabaseSync(path)
    other.exec(flip)
    other.close()
    const collection = store.collection<Book>('books_1')
    expect(await collection.get('book-8')).toEqual(books[8])
    await expect(collection.get('book-7')).rejects.toThrow(DamagedDocuments)
    await expect(store.damaged).resolves.toMatch(/books_1/)
    await expect(store.write([{ collection: 'books_1', put: books[1]! }])).rejects.toThrow(DamagedDocuments)
    expect(said).toHaveLength(1)
    await store.close()

    const again = open()
    onTestFinished(() => again.store.close())
    expect(await served(again.store, 'books_1')).toEqual([])
    expect(byId(await served(again.store, 'drafts'))).toEqual(byId(drafts))
    expect(again.said).toHaveLength(1)
  })

  it('are found by looking through all of them, in a process of its own', async () => {
    const { path, open } = await written()
    const { store } = open()
    onTestFinished(() => store.close())
    const { signal } = new AbortController()
    await store.verify(signal) // it has been done at the start
    const other = new DatabaseSync(path)
    other.exec(`update books_1 set "/status" = 'open' where id = 'book-7'`)
    other.close()
    await store.verify(signal)
    await expect(store.damaged).resolves.toBe('a document of books_1 is indexed under a wrong status')
  })
})

it('takes documents that a version without seals has written for what was written', async () => {
  const { path, open } = await written()
  const older = new DatabaseSync(path)
  older.exec('alter table drafts drop column seal')
  older.exec(`drop trigger "books_1 words update"; drop trigger "books_1 words insert"`)
  const changed = { ...books[7]!, revision: 99, text: 'Changed' }
  older.prepare('update books_1 set revision = ?, body = ? where id = ?').run(99, JSON.stringify(changed), changed.id)
  older.close()
  const { store, said } = open()
  onTestFinished(() => store.close())
  expect(said).toEqual([])
  expect(await store.collection<Book>('books_1').get('book-7')).toEqual(changed)
  expect(byId(await served(store, 'drafts'))).toEqual(byId(drafts))
})
