import { mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Misconfigured } from '../misconfigured.ts'
import { DamagedDocuments } from './damage.ts'
import { everyDocument } from './every-document.ts'
import { openSqliteDocuments } from './sqlite.ts'
import type { DocumentStore } from './store.ts'

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

describe('documents of which a bit was flipped where they are stored', () => {
  it('are served as they were written, or made again, and that is said', async () => {
    const seed = Number(process.env.FLIP_SEED ?? Date.now() % 1_000_000)
    console.log(`flips with the seed ${seed} (FLIP_SEED)`)
    const random = randomFrom(seed)
    const { path, open } = await written()
    const whole = await readFile(path)
    const outcomes = { named: 0, refused: 0, harmless: 0 }
    for (let flip = 0; flip < 150; flip++) {
      const at = random(whole.length)
      const flipped = Buffer.from(whole)
      flipped[at]! ^= 1 << random(8)
      for (const end of ['-wal', '-shm', '.suspect', '.fresh', '.damaged']) await rm(path + end, { force: true })
      await writeFile(path, flipped)
      try {
        const { store, said } = open()
        try {
          await index(store)
          const read = byId(await served(store, 'books_1'))
          const kept = byId(await served(store, 'drafts'))
          const where = { status: 'open' }
          const found = await store.collection<Book>('books_1').find({ where, limit: 100 })
          const count = await store.collection<Book>('books_1').count(where)
          const isNamed = said.some((line) => line.startsWith('DAMAGED: '))
          if (isNamed) {
            expect([read, found.documents, count]).toEqual([[], [], 0]) // to be made again
            for (const draft of kept) expect(drafts).toContainEqual(draft)
            outcomes.named++
          } else {
            expect([byId(read), kept]).toEqual([byId(books), byId(drafts)])
            expect([found.documents.length, count]).toEqual([20, 20])
            outcomes.harmless++
          }
        } finally {
          await store.close()
        }
      } catch (error) {
        if (!(error instanceof Misconfigured)) throw new Error(`bit flipped at ${at}`, { cause: error })
        expect(error.message).toMatch(/is damaged, or no database/)
        outcomes.refused++
      }
    }
    expect(outcomes.named).toBeGreaterThan(30)
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
        /a document of drafts is not what was written.* 19 documents were kept, 1 or more could not/,
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

  it('are found by looking through all of them, in a thread', async () => {
    const { path, open } = await written()
    const { store } = open()
    onTestFinished(() => store.close())
    const { signal } = new AbortController()
    await store.verify(signal) // it has been done at the start
    const other = new DatabaseSync(path)
    other.exec(`update books_1 set "/status" = 'open' where id = 'book-7'`)
    other.close()
    await store.verify(signal)
    await expect(store.damaged).resolves.toBe('a document of books_1 is found by another status than it has')
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
