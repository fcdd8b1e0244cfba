import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasWords } from '#domain/words.ts'
import { numbers } from '#infra/tools/pictures/drawing.ts'
import { Unavailable } from '#infra/unavailable.ts'
import {
  BadCursor,
  type Collection,
  type Document,
  type DocumentStore,
  Fenced,
  type Page,
  type Query,
  type Search,
} from './store.ts'

/** How a suite reaches one store: `open` opens it, again after a close, on what was written before. */
type Opener = { open(): Promise<DocumentStore>; remove(): Promise<void> }

type Book = Document & {
  title?: string
  by?: string
  year?: number
  lent?: boolean
  shelf?: { room: string; place: number }
  chapters?: { name: string }[]
  read?: Record<string, true>
}

const book = (id: string, rest: Omit<Partial<Book>, 'id'> = {}): Book => ({ id, revision: 0, ...rest })
const ids = ({ documents }: Page<Document>) => documents.map(({ id }) => id)

/** The contract tests of document stores: each adapter runs all of them. */
export function documentStoreContract(name: string, prepare: () => Promise<Opener>): void {
  describe(name, () => {
    let opener: Opener
    let store: DocumentStore
    let books: Collection<Book>

    beforeEach(async () => {
      opener = await prepare()
      store = await opener.open()
      books = store.collection('books')
    })
    afterEach(async () => {
      await store.close()
      await opener.remove()
    })

    const put = (...documents: Book[]) =>
      store.write(documents.map((document) => ({ collection: 'books', put: document })))

    /** Reads page after page, calling `between` after each. */
    async function leafThrough(query: Query, between: (page: number) => Promise<void> = async () => {}) {
      const seen: string[] = []
      let after: string | undefined
      for (let page = 0; page === 0 || after; page++) {
        const found = await books.find({ ...query, after })
        seen.push(...ids(found))
        after = found.next
        await between(page)
      }
      return seen
    }

    describe('writing', () => {
      it('keeps a document as it is', async () => {
        const full = book('a', {
          title: 'Mole',
          year: 19.5,
          lent: false,
          shelf: { room: 'attic', place: -1 },
          chapters: [],
        })
        await put(full)
        expect(await books.get('a')).toEqual(full)
      })

      it('replaces a document by a newer revision', async () => {
        await put(book('a', { title: 'Mole', lent: true }))
        expect(await books.get('a')).toMatchObject({ lent: true })
        await put(book('a', { revision: 1, title: 'Mole' }))
        expect(await books.get('a')).toEqual(book('a', { revision: 1, title: 'Mole' }))
      })

      it.each([2, 3])('changes nothing by revision %i when 3 is kept', async (revision) => {
        await put(book('a'), book('a', { revision: 3, title: 'kept' }))
        await put(book('a', { revision, title: 'late' }))
        expect(await books.get('a')).toEqual(book('a', { revision: 3, title: 'kept' }))
        expect(await books.count({ title: 'late' })).toBe(0)
      })

      it('ends at the same when everything is written again', async () => {
        const changes = [
          { collection: 'books', put: book('a', { title: 'first' }) },
          { collection: 'books', put: book('b') },
          { collection: 'books', put: book('a', { revision: 1, title: 'second' }) },
          { collection: 'books', remove: 'b' },
        ]
        await store.write(changes)
        await store.write(changes.slice(0, 2))
        await store.write(changes)
        expect((await books.find()).documents).toEqual([book('a', { revision: 1, title: 'second' })])
      })

      it('does one change after the other', async () => {
        await store.write([
          { collection: 'books', put: book('a', { revision: 5 }) },
          { collection: 'books', remove: 'a' },
          { collection: 'books', put: book('a', { revision: 1, title: 'again' }) },
          { collection: 'films', put: book('a') },
        ])
        expect(await books.get('a')).toEqual(book('a', { revision: 1, title: 'again' }))
        expect(await store.collection('films').count()).toBe(1)
      })

      it('removes a document, and does nothing when there is none', async () => {
        await put(book('a'), book('b'))
        expect(await books.get('a')).toBeDefined()
        await store.write([
          { collection: 'books', remove: 'a' },
          { collection: 'books', remove: 'never' },
        ])
        expect(await books.get('a')).toBeUndefined()
        expect(ids(await books.find())).toEqual(['b'])
      })

      it('rejects what is no JSON', async () => {
        const impossible = { ...book('b'), year: 1n } as unknown as Book
        await expect(put(impossible)).rejects.toThrow()
        await put(book('c'))
        expect(ids(await books.find())).toEqual(['c'])
      })
    })

    describe('reading by id', () => {
      it('knows nothing that was not written', async () => {
        expect(await books.get('a')).toBeUndefined()
        expect(await books.getMany(['a', 'b'])).toEqual([])
        expect(await books.find()).toEqual({ documents: [] })
        expect(await books.count()).toBe(0)
      })

      it('gets those of many that exist, each once', async () => {
        await put(book('a'), book('b'), book('c'))
        const found = await books.getMany(['c', 'never', 'a', 'a'])
        expect(found.map(({ id }) => id).sort()).toEqual(['a', 'c'])
        expect(await books.getMany([])).toEqual([])
      })

      it('gets a thousand', async () => {
        const many = Array.from({ length: 1_000 }, (_, n) => book(`n${n}`))
        await put(...many)
        expect(await books.getMany(many.map(({ id }) => id))).toHaveLength(1_000)
      })

      it('cannot be changed through what it handed out', async () => {
        await put(book('a', { shelf: { room: 'attic', place: 1 } }))
        const handedOut = await books.get('a')
        try {
          handedOut!.shelf!.room = 'cellar'
        } catch {} // refusing is as good
        expect(await books.get('a')).toMatchObject({ shelf: { room: 'attic' } })
      })

      it('tells collections apart', async () => {
        await put(book('a'))
        expect(await store.collection('films').get('a')).toBeUndefined()
      })
    })

    describe('finding by conditions', () => {
      beforeEach(() =>
        put(
          book('a', { title: 'Mole', by: 'Grahame', year: 1908, lent: true, shelf: { room: 'attic', place: 1 } }),
          book('b', { title: 'Kim', by: 'Kipling', year: 1901, lent: false, shelf: { room: 'attic', place: 2 } }),
          book('c', { title: 'Just So', by: 'Kipling', year: 1902, chapters: [{ name: 'Whale' }, { name: 'Camel' }] }),
          book('d', { title: '1902', revision: 4 }),
        ),
      )

      it.each<[string, NonNullable<Query['where']>, string[]]>([
        ['a text', { by: 'Kipling' }, ['b', 'c']],
        ['a number, but not its text', { year: 1902 }, ['c']],
        ['a text, but not its number', { title: '1902' }, ['d']],
        ['true', { lent: true }, ['a']],
        ['false, but not what is missing', { lent: false }, ['b']],
        ['the id', { id: 'b' }, ['b']],
        ['the revision', { revision: 4 }, ['d']],
        ['several fields at once', { by: 'Kipling', lent: false }, ['b']],
        ['a field inside', { 'shelf.room': 'attic', 'shelf.place': 2 }, ['b']],
        ['a place in a list', { 'chapters.1.name': 'Camel' }, ['c']],
        ['a field that no document has', { colour: 'red' }, []],
        ['one of several', { by: { in: ['Grahame', 'Kipling', 'nobody'] } }, ['a', 'b', 'c']],
        ['one of numbers', { year: { in: [1901, 1908] } }, ['a', 'b']],
        ['one of truth values', { lent: { in: [true, false] } }, ['a', 'b']],
        ['one of nothing', { by: { in: [] } }, []],
        ['more than', { year: { gt: 1902 } }, ['a']],
        ['at least', { year: { gte: 1902 } }, ['a', 'c']],
        ['less than', { year: { lt: 1902 } }, ['b']],
        ['at most', { year: { lte: 1902 } }, ['b', 'c']],
        ['between', { year: { gt: 1901, lte: 1902 } }, ['c']],
        ['texts in their order', { by: { gte: 'H' } }, ['b', 'c']],
        ['what has a field', { year: { exists: true } }, ['a', 'b', 'c']],
        ['what lacks a field', { year: { exists: false } }, ['d']],
        ['what lacks a field inside', { by: 'Kipling', 'shelf.room': { exists: false } }, ['c']],
        ['all, by no condition', {}, ['a', 'b', 'c', 'd']],
      ])('finds and counts %s', async (_, where, expected) => {
        expect(ids(await books.find({ where }))).toEqual(expected)
        expect(await books.count(where)).toBe(expected.length)
      })

      it('answers anew after each change, and after one that failed', async () => {
        const byKipling = async () => ids(await books.find({ where: { by: 'Kipling' } }))
        expect(await byKipling()).toEqual(['b', 'c'])
        await put(book('a', { by: 'Kipling', revision: 2 }))
        expect(await byKipling()).toEqual(['a', 'b', 'c'])
        await store.write([{ collection: 'books', remove: 'b' }])
        expect(await byKipling()).toEqual(['a', 'c'])
        const cyclic = book('e', { by: 'Kipling' })
        Object.assign(cyclic, { shelf: cyclic })
        await expect(put(book('f', { by: 'Kipling' }), cyclic)).rejects.toThrow()
        expect(await byKipling()).toEqual(['a', 'c'])
      })

      it('counts by the values of a field', async () => {
        await put(book('e', { by: 'Kipling', year: 1906, lent: true }))
        const where = { by: { in: ['Grahame', 'Kipling'] } }
        expect(await books.countBy('by', where)).toEqual(
          new Map([
            ['Grahame', await books.count({ by: 'Grahame' })],
            ['Kipling', await books.count({ by: 'Kipling' })],
          ]),
        )
        expect(await books.countBy('by', { by: 'nobody' })).toEqual(new Map())
        await expect(books.countBy("by') or ('1'='1", where)).rejects.toThrow(TypeError)
      })

      it.each<[string, unknown]>([
        ['no value', { by: undefined }],
        ['null', { by: null }],
        ['a range without a bound', { by: { gt: undefined } }],
        ['a condition there is not', { by: { like: 'x' } }],
        ['neither there nor not', { by: { exists: undefined } }],
        ['a field that is no name', { "by') or ('1'='1": 'x' }],
      ])('rejects %s instead of finding everything', async (_, where) => {
        await books.find({ where: {} })
        await books.find({ where: { by: {} } })
        await expect(books.find({ where: where as Query['where'] })).rejects.toThrow(TypeError)
        await expect(books.count(where as Query['where'])).rejects.toThrow(TypeError)
      })
    })

    describe('sorting', () => {
      beforeEach(() =>
        put(
          book('c', { by: 'x', year: 2 }),
          book('a', { by: 'x', year: 10 }),
          book('d', { by: 'y', year: 2 }),
          book('b', { by: 'y', year: 2 }),
        ),
      )

      it.each<[string, Query['sort'], string[]]>([
        ['by nothing, then by id', undefined, ['a', 'b', 'c', 'd']],
        ['by numbers as numbers', [['year', 'asc']], ['b', 'c', 'd', 'a']],
        ['downwards, the ids too', [['year', 'desc']], ['a', 'd', 'c', 'b']],
        ['by id alone', [['id', 'desc']], ['d', 'c', 'b', 'a']],
        [
          'by several fields',
          [
            ['by', 'asc'],
            ['year', 'asc'],
          ],
          ['c', 'a', 'b', 'd'],
        ],
        [
          'one up and one down',
          [
            ['by', 'asc'],
            ['year', 'desc'],
          ],
          ['a', 'c', 'd', 'b'],
        ],
        [
          'one down and one up',
          [
            ['by', 'desc'],
            ['year', 'asc'],
          ],
          ['b', 'd', 'c', 'a'],
        ],
      ])('goes %s, on one page and leafed through', async (_, sort, expected) => {
        expect(ids(await books.find({ sort }))).toEqual(expected)
        expect(await leafThrough({ sort, limit: 1 })).toEqual(expected)
        expect(await leafThrough({ sort, limit: 3 })).toEqual(expected)
      })

      it('goes by truth values, and by fields inside', async () => {
        await store.drop('books')
        await put(
          book('a', { lent: true, shelf: { room: 'x', place: 2 } }),
          book('b', { lent: false, shelf: { room: 'x', place: 3 } }),
          book('c', { lent: true, shelf: { room: 'x', place: 1 } }),
        )
        const sort = [
          ['lent', 'asc'],
          ['shelf.place', 'asc'],
        ] as const
        expect(await leafThrough({ sort, limit: 1 })).toEqual(['b', 'c', 'a'])
      })
    })

    describe('leafing through', () => {
      const many = Array.from({ length: 130 }, (_, n) =>
        book(`n${String(n).padStart(3, '0')}`, { year: Math.floor(n / 40), by: n % 2 ? 'odd' : 'even' }),
      )

      it('hands out 50 unless told, and says whether there is more', async () => {
        await put(...many)
        const first = await books.find()
        expect(first.documents).toHaveLength(50)
        const second = await books.find({ after: first.next })
        const third = await books.find({ after: second.next })
        expect(third.documents).toHaveLength(30)
        expect(third).not.toHaveProperty('next')
      })

      it('says that there is no more when a page is exactly full', async () => {
        await put(...many)
        expect(await books.find({ limit: 130 })).not.toHaveProperty('next')
        expect(await books.find({ limit: 129 })).toHaveProperty('next')
      })

      it.each([0, -1, 1.5, Number.NaN])('rejects pages of %d', async (limit) => {
        await expect(books.find({ limit })).rejects.toThrow(RangeError)
      })

      it.each<Query>([
        { limit: 7 },
        { limit: 7, sort: [['year', 'desc']] },
        { limit: 7, sort: [['year', 'asc']], where: { by: 'odd' } },
        {
          limit: 7,
          sort: [
            ['year', 'asc'],
            ['by', 'desc'],
          ],
          where: { year: { gte: 1 } },
        },
      ])('misses and repeats nothing while others are put in between: %j', async (query) => {
        await put(...many)
        const before = ids(await books.find({ ...query, limit: 200 }))
        const seen = await leafThrough(query, (page) =>
          put(
            book(`m${page}`, { year: page % 4, by: 'odd' }),
            book(`z${page}`, { year: page % 4, by: 'odd' }),
            { ...many[page]!, revision: page + 1, title: 'touched' }, // and what was there is touched
          ),
        )
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => id.startsWith('n'))).toEqual(before)
      })

      it.each<[string, string | ((cursor: string) => string)]>([
        ['nonsense', 'nonsense'],
        ['nothing', ''],
        ['other JSON', Buffer.from('{"a":1}').toString('base64url')],
        ['a cursor cut short', (cursor) => cursor.slice(0, -8)],
        ['a cursor with an object inside', (cursor) => altered(cursor, ([tag, , id]) => [tag, { $gt: '' }, id])],
        ['a cursor with a value too many', (cursor) => altered(cursor, ([tag, ...rest]) => [tag, 1, ...rest])],
        ['a cursor with a number for an id', (cursor) => altered(cursor, (parts) => parts.with(-1, 1))],
        ['a cursor without the id', (cursor) => altered(cursor, (parts) => parts.slice(0, -1))],
      ])('throws BadCursor at %s', async (_, bad) => {
        await put(...many)
        const sort = [['year', 'asc']] as const
        const { next } = await books.find({ sort })
        const after = typeof bad === 'string' ? bad : bad(next!)
        await expect(books.find({ sort, after })).rejects.toBeInstanceOf(BadCursor)
      })

      it('throws BadCursor at the cursor of another sort', async () => {
        await put(...many)
        const { next } = await books.find({ sort: [['year', 'asc']] })
        for (const sort of [[['year', 'desc']], [['by', 'asc']], []] as const) {
          await expect(books.find({ sort, after: next })).rejects.toBeInstanceOf(BadCursor)
        }
      })
    })

    describe('indexes', () => {
      it('change no answer, made once or twice, before the documents or after', async () => {
        await books.ensureIndex(['by', 'shelf.place'])
        await put(book('a', { by: 'x', shelf: { room: 'r', place: 2 } }), book('b', { by: 'y' }))
        await put(book('c', { by: 'x', shelf: { room: 'r', place: 1 } }))
        await books.ensureIndex(['by', 'shelf.place'])
        await books.ensureIndex(['by'])
        const query: Query = { where: { by: 'x' }, sort: [['shelf.place', 'asc']] }
        expect(ids(await books.find(query))).toEqual(['c', 'a'])
        await put(book('a', { revision: 1, by: 'x', shelf: { room: 'r', place: 0 } }))
        expect(ids(await books.find(query))).toEqual(['a', 'c'])
        await store.write([{ collection: 'books', remove: 'a' }])
        expect(ids(await books.find(query))).toEqual(['c'])
        expect(await books.count({ by: 'x' })).toBe(1)
      })
    })

    describe('counts', () => {
      it('are right whatever is written, before they are asked for or after', async () => {
        await put(book('a', { by: 'x', lent: true }), book('b', { by: 'y', lent: true }))
        await books.ensureCounts(['by', 'lent', 'read.asha'])
        const counted = async () => [
          await books.count(),
          await books.count({ by: 'x' }),
          await books.count({ lent: true, by: { in: ['x', 'y'] } }),
          await books.count({ 'read.asha': { exists: false } }),
          await books.count({ by: 'x', year: 1908 }),
          await books.count({ lent: true }, { atMost: 1 }),
        ]
        expect(await counted()).toEqual([2, 1, 2, 2, 0, 1])
        await put(book('c', { by: 'x', lent: false, year: 1908 }), book('b', { revision: 1, by: 'x', lent: true }))
        expect(await counted()).toEqual([3, 3, 2, 3, 1, 1])
        await put(book('b', { revision: 2, by: 'x', lent: false, read: { asha: true } }), book('a', { by: 'z' }))
        expect(await counted()).toEqual([3, 3, 1, 2, 1, 1])
        await store.write([{ collection: 'books', remove: 'b' }])
        await store.close()
        store = await opener.open()
        books = store.collection('books')
        await books.ensureCounts(['by', 'lent', 'read.asha'])
        await books.ensureCounts(['by', 'lent', 'read.asha'])
        expect(await counted()).toEqual([2, 2, 1, 2, 1, 1])
        await store.drop('books')
        expect(await books.count({ by: 'x' })).toBe(0)
        await put(book('a', { by: 'x' }))
        expect(await books.count({ by: 'x' })).toBe(1)
      })

      it('begin anew after a drop, also of what was counted before the last start', async () => {
        await put(book('a', { by: 'x' }), book('b', { by: 'y' }))
        await books.ensureCounts(['by'])
        await store.close()
        store = await opener.open()
        books = store.collection('books')
        await store.drop('books')
        await put(book('c', { by: 'x' }))
        await books.ensureCounts(['by'])
        await put(book('d', { by: 'x' }))
        expect(await books.count({ by: 'x' })).toBe(2)
      })
    })

    describe('searching', () => {
      const willows = book('a', {
        title: 'The Wind in the Willows',
        by: 'Kenneth Grahame',
        year: 1908,
        chapters: [{ name: 'The River Bank' }, { name: 'Dulce Domum' }],
      })
      const kim = book('b', { title: 'Kim', by: 'Rudyard Kipling', year: 1901, lent: true })
      const garden = book('c', {
        title: 'Ein Garten für Möwen, नमस्ते, 我们在上海做手工织物Web店',
        by: 'garten@moewen.example, +91 98450-12345',
        year: 1950,
        shelf: { room: 'river side', place: 3 },
      })
      const searched = ['title', 'by', 'chapters']
      const found = async (text: string, query: Query = {}) => ids(await books.find({ ...query, search: { text } }))

      it.each<[string, string, string[]]>([
        ['a word, whatever its case', 'KIM', ['b']],
        ['the beginning of a word', 'will', ['a']],
        ['not the middle of one', 'illow', []],
        ['every word, wherever it stands', 'river grahame', ['a']],
        ['not what has only some of them', 'river kipling', []],
        ['texts in lists', 'domum', ['a']],
        ['nothing in other fields', 'side', []],
        ['letters with and without their marks', 'fur mowen', ['c']],
        ['with marks what was written so', 'Möwen', ['c']],
        ['other scripts', 'नमस्', ['c']],
        ['a word of a script without spaces', '上海', ['c']],
        ['one letter of such a script', '织', ['c']],
        ['a word of another script among them', 'web', ['c']],
        ['an address', 'garten@moewen.example', ['c']],
        ['a telephone number, however it is written', '+91 98450 12345', ['c']],
        ['a part of a telephone number', '984501', ['c']],
        ['the end of a telephone number', '12345', ['c']],
        ['one letter as a word of its own', 'i', []],
        ['what no document has', 'whale', []],
        ['nothing by no word', '  - ?! ', []],
        ['quotes and operators as words', '"kim" OR near(willows)', []],
      ])('finds %s', async (_, text, expected) => {
        await books.ensureSearch(searched)
        await put(willows, kim, garden)
        expect(await found(text)).toEqual(expected)
        expect(await books.count({}, { search: { text } })).toBe(expected.length)
      })

      it('finds every word with a long beginning, however many there are', async () => {
        await books.ensureSearch(searched)
        const all = Array.from({ length: 40 }, (_, n) => book(`n${10 + n}`, { title: `Almanac${10 + n} Willows` }))
        await put(...all)
        expect(await books.count({}, { search: { text: 'almanac' } })).toBe(40)
        expect(await found('almanac1 willow')).toEqual(all.slice(0, 10).map(({ id }) => id))
        expect(await found('almanac4712')).toEqual([])
      })

      it('finds by beginnings of any length what has such words, and nothing else', async () => {
        await books.ensureSearch(searched)
        const seed = Math.floor(Math.random() * 2 ** 31)
        const random = numbers(seed)
        const below = (limit: number) => Math.floor(random() * limit)
        const text = (words: number) =>
          Array.from({ length: words }, () =>
            Array.from({ length: 1 + below(9) }, () => 'aab1'[below(4)]).join(''),
          ).join(' ')
        const all = Array.from({ length: 300 }, (_, n) => book(`n${n}`, { title: text(1 + below(8)), by: text(2) }))
        await put(...all)
        await put(...all.slice(0, 100).map((each, n) => Object.assign(each, { revision: 1, title: text(1 + (n % 9)) })))
        for (let turn = 0; turn < 60; turn++) {
          const search = { text: text(1 + below(2)) }
          const expected = all.filter(({ title, by }) => hasWords([title!, by!], search.text)).map(({ id }) => id)
          const about = `seed ${seed}: ${search.text}`
          expect(ids(await books.find({ search, limit: 400 })), about).toEqual(expected.sort())
          expect(await books.count({}, { search }), about).toBe(expected.length)
        }
      })

      it('finds what was there before, and after a start again', async () => {
        await put(willows, kim)
        await books.ensureSearch(searched)
        expect(await found('kim')).toEqual(['b'])
        await store.close()
        store = await opener.open()
        books = store.collection('books')
        await books.ensureSearch(searched)
        await put(garden)
        expect(await found('kim')).toEqual(['b'])
        expect(await found('garten')).toEqual(['c'])
      })

      it('follows what is written, renamed and removed', async () => {
        await books.ensureSearch(searched)
        await put(willows, kim)
        await put({ ...kim, revision: 1, title: 'Kim, the second edition' }, { ...willows, revision: 1 })
        expect(await found('second')).toEqual(['b'])
        expect(await found('willows')).toEqual(['a'])
        await put({ ...kim, revision: 2, title: 'Puck' })
        expect([await found('second'), await found('puck')]).toEqual([[], ['b']])
        await put({ ...kim, revision: 1, title: 'late' })
        expect(await found('late')).toEqual([])
        await store.write([{ collection: 'books', remove: 'b' }])
        expect(await found('puck')).toEqual([])
        await store.drop('books')
        expect(await books.find({ search: { text: 'willows' } }).catch(() => ({ documents: [] }))).toEqual({
          documents: [],
        })
      })

      it('hands out documents as they were put', async () => {
        await books.ensureSearch(searched)
        await put(willows)
        expect(await books.get('a')).toEqual(willows)
        expect((await books.find({ search: { text: 'wind' } })).documents).toEqual([willows])
        expect(await books.getMany(['a'])).toEqual([willows])
      })

      it('goes with conditions, and finds by a field what it does not find by words', async () => {
        await books.ensureSearch(searched)
        await put(willows, kim, garden)
        expect(await found('k', { where: { lent: true } })).toEqual([])
        expect(await found('ki', { where: { lent: true } })).toEqual(['b'])
        expect(await found('ki', { where: { year: { lt: 1901 } } })).toEqual([])
        const search: Search = { text: 'wind', or: [{ field: 'year', in: [1901, 1950], words: [] }] }
        expect(ids(await books.find({ search }))).toEqual(['a', 'b', 'c'])
        expect(ids(await books.find({ search: { ...search, text: '?' }, where: { lent: true } }))).toEqual(['b'])
        expect(await books.count({ lent: true }, { search })).toBe(1)
        const together: Search = {
          text: 'garten river',
          or: [
            { field: 'year', in: [1901, 1950], words: ['garten'] },
            { field: 'year', in: [1908], words: ['river', 'w'] },
            { field: 'by', in: ['Rudyard Kipling'], words: ['ki'] },
          ],
        }
        expect(ids(await books.find({ search: together }))).toEqual(['b', 'c'])
        expect(await books.count(undefined, { search: together })).toBe(2)
        expect(await books.count({ lent: true }, { search: together })).toBe(1)
      })

      it.each([30, 3_000])('is leafed through in any sort, and counted no further than asked (%i)', async (many) => {
        await books.ensureSearch(searched)
        const all = Array.from({ length: many }, (_, n) =>
          book(`n${String(n).padStart(4, '0')}`, {
            title: n % 3 ? `River ${n}` : 'Bank',
            year: n % 7,
            lent: n % 2 === 0,
          }),
        )
        await put(...all)
        const query: Query = {
          search: { text: 'riv' },
          where: { lent: true },
          sort: [['year', 'desc']],
          limit: Math.ceil(many / 5),
        }
        const expected = all
          .filter(({ title, lent }) => title !== 'Bank' && lent)
          .sort((a, b) => b.year! - a.year! || b.id.localeCompare(a.id))
          .map(({ id }) => id)
        expect(await leafThrough(query)).toEqual(expected)
        const search = { text: 'riv' }
        expect(await books.count({ lent: true }, { search })).toBe(expected.length)
        expect(await books.count({ lent: true }, { search, atMost: 4 })).toBe(4)
        expect(await books.count({ lent: true }, { atMost: 7 })).toBe(7)
      })
    })

    it('a search for what many have, and few of those that are asked for, finds those few', async () => {
      await books.ensureIndex(['by', 'year'])
      await books.ensureSearch(['title'])
      const all = Array.from({ length: 4_000 }, (_, n) =>
        book(`n${n}`, { title: n < 2_500 ? 'The river' : 'The sea', by: n % 50 === 7 ? 'x' : 'y', year: n }),
      )
      await put(...all)
      const search: Search = {
        text: 'riv',
        or: [
          { field: 'year', in: [3_207, 3_208, 12], words: [] },
          { field: 'year', in: [3_307, 7], words: ['sea'] },
        ],
      }
      const newest: Query = { search, where: { by: 'x' }, sort: [['year', 'desc']], limit: 30 }
      const expected = all
        .filter(({ title, by, year }) => by === 'x' && (title === 'The river' || [3_207, 3_307, 12].includes(year!)))
        .map(({ id }) => id)
      expect(await leafThrough(newest)).toEqual(expected.toReversed())
      expect(await leafThrough({ ...newest, sort: [['year', 'asc']] })).toEqual(expected)
      expect(await books.count({ by: 'x' }, { search })).toBe(expected.length)
      expect(await books.count({ by: 'y' }, { search, atMost: 2_000 })).toBe(2_000)
    })

    describe('dropping', () => {
      it('forgets the collection and its indexes, and nothing else', async () => {
        const films = store.collection('films')
        await store.write([
          { collection: 'books', put: book('a', { revision: 9 }) },
          { collection: 'films', put: book('a') },
        ])
        await books.ensureIndex(['by'])
        expect(await books.get('a')).toBeDefined()
        await store.drop('books')
        expect(await books.get('a')).toBeUndefined()
        expect(await books.find()).toEqual({ documents: [] })
        expect(await films.get('a')).toBeDefined()
        await put(book('a', { title: 'new' }))
        expect(await books.get('a')).toMatchObject({ revision: 0, title: 'new' })
      })

      it('does nothing when there is no such collection', async () => {
        await store.drop('films')
        await store.drop('films')
      })
    })

    describe('names that mean harm', () => {
      const hostile = [
        "'; drop table books; --",
        '"quoted" `ticked`',
        '$where',
        '__proto__',
        'constructor',
        '../../etc/passwd',
        'नमस्ते 😀 \u202e',
        ' leading and trailing ',
        '%',
        '',
        'long'.repeat(1_000),
      ]

      it.each(hostile)('as an id: %j', async (id) => {
        await put(book(id, { title: id }), book('other', { title: 'other' }))
        expect(await books.get(id)).toEqual(book(id, { title: id }))
        expect(await books.getMany([id])).toHaveLength(1)
        expect(await books.find({ where: { id } })).toMatchObject({ documents: [{ id }] })
        await store.write([{ collection: 'books', remove: id }])
        expect(ids(await books.find())).toEqual(['other'])
      })

      it.each(hostile)('as a value: %j', async (title) => {
        await put(book('a', { title }), book('b', { title: 'other' }))
        expect(ids(await books.find({ where: { title } }))).toEqual(['a'])
        expect(ids(await books.find({ where: { title: { in: [title] } } }))).toEqual(['a'])
        const sort = [['title', 'asc']] as const
        expect((await leafThrough({ sort, limit: 1 })).sort()).toEqual(['a', 'b'])
      })

      it('as a field inside: __proto__ is kept as any other', async () => {
        const strange = JSON.parse('{"id":"a","revision":0,"read":{"__proto__":2,"constructor":3}}')
        await put(strange)
        expect(JSON.stringify(await books.get('a'))).toBe(JSON.stringify(strange))
      })

      it.each(['', 'a b', 'a"b', 'a;b', '$cmd', 'A', 'a.b', '1a'])('is refused as a collection: %j', (name) => {
        expect(() => store.collection(name)).toThrow(TypeError)
      })
    })

    it('writes nothing under a fence once another has raised the term', async () => {
      const fence = { collection: 'leases', id: 'worker', term: 1 }
      const lease = (revision: number, term: number) => ({ id: 'worker', revision, term })
      const late = [{ collection: 'books', put: book('late') }]
      await expect(store.write(late, fence)).rejects.toBeInstanceOf(Fenced) // no process has it yet
      await store.write([{ collection: 'leases', put: lease(1, 1) }])
      await store.write([{ collection: 'books', put: book('a') }], fence)
      await store.write([{ collection: 'leases', put: lease(2, 2) }])
      await expect(store.write(late, fence)).rejects.toBeInstanceOf(Fenced)
      await expect(store.write([], fence)).rejects.toBeInstanceOf(Fenced)
      await store.write([{ collection: 'books', put: book('b') }], { ...fence, term: 2 })
      expect(ids(await books.find())).toEqual(['a', 'b'])
    })

    describe('ahead of other changes', () => {
      const puts = Array.from({ length: 9_000 }, (_, at) => ({ collection: 'books', put: book(`book-${10_000 + at}`) }))
      const last = [{ collection: 'books', put: book('last') }]

      it('writes many documents while others read and write, and the changes after them', async () => {
        await put(book('a'), book('b'))
        const { signal } = new AbortController()
        let writing = true
        const written = store.write(last, undefined, { puts, signal })
        const done = written.finally(() => {
          writing = false
        })
        const counts: number[] = []
        for (let at = 0; writing; at++) {
          await turn()
          counts.push(await books.count())
          await store.write([{ collection: 'notes', put: { id: 'note', revision: at } }])
        }
        await done
        expect(counts.filter((count) => count > 2 && count < 9_003)).not.toEqual([])
        expect(counts).toEqual(counts.toSorted((a, b) => a - b))
        expect(await books.count()).toBe(9_003)
        expect(await store.collection('notes').get('note')).toEqual({ id: 'note', revision: counts.length - 1 })
      })

      it('writes nothing more once that is ended, nor under a fence of an earlier term', async () => {
        await books.get('a')
        await expect(store.write(last, undefined, { puts, signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
          Unavailable,
        )
        const fence = { collection: 'leases', id: 'worker', term: 1 }
        const { signal } = new AbortController()
        await expect(store.write(last, fence, { puts, signal })).rejects.toBeInstanceOf(Fenced)
        expect(await books.count()).toBe(0)
      })
    })

    it('has everything again after it was closed and opened', async () => {
      await books.ensureIndex(['by'])
      await put(book('a', { revision: 3, by: 'x' }), book('b', { by: 'y' }))
      await store.close()
      store = await opener.open()
      books = store.collection('books')
      expect((await books.find({ where: { by: 'x' } })).documents).toEqual([book('a', { revision: 3, by: 'x' })])
      await put(book('a', { revision: 2, by: 'late' }))
      expect(await books.get('a')).toMatchObject({ by: 'x' })
    })
  })
}

const altered = (cursor: string, change: (parts: unknown[]) => unknown[]): string => {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  return Buffer.from(JSON.stringify(change(parts))).toString('base64url')
}
