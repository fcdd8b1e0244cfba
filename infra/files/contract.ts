import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from './store.ts'

/** How a suite reaches one store: `open` opens it, again after a close, on what was kept before. */
type Opener = { open(): Promise<FileStore>; remove(): Promise<void> }

const megabyte = 1024 * 1024

export async function namesIn(store: Pick<FileStore, 'list'>): Promise<string[]> {
  const names: string[] = []
  for await (const name of store.list()) names.push(name)
  return names
}

/** How many bytes of buffers are still referenced after garbage collection, so that it is the same in each run. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  collect() // what the first one has found to be free is counted off by the next
  return process.memoryUsage().arrayBuffers
}

/** The contract tests of file stores: each adapter runs all of them. */
export function fileStoreContract(name: string, prepare: () => Promise<Opener>): void {
  describe(name, () => {
    let opener: Opener
    let store: FileStore

    beforeEach(async () => {
      opener = await prepare()
      store = await opener.open()
    })
    afterEach(async () => {
      await store.close()
      await opener.remove()
    })

    const put = (name: string, content: string | Buffer) => store.put(name, Readable.from([content]))
    const contentOf = async (name: string, range?: { start: number; end: number }) => {
      const content = await store.get(name, range)
      return content && (await text(content))
    }
    const names = async () => (await namesIn(store)).sort()

    it('keeps a file, and says how large it is and since when', async () => {
      const before = Date.now() - 2_000 // clocks of file systems are coarse
      const stat = await put('a.txt', 'hello')
      expect(stat.size).toBe(5)
      expect(Date.parse(stat.storedAt)).toBeGreaterThan(before)
      expect(Date.parse(stat.storedAt)).toBeLessThan(Date.now() + 2_000)
      expect(stat.storedAt).toBe(new Date(stat.storedAt).toISOString())
      expect(await store.stat('a.txt')).toEqual(stat)
      expect(await contentOf('a.txt')).toBe('hello')
    })

    it('keeps every byte', async () => {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
      await put('bytes', bytes)
      expect(await buffer((await store.get('bytes'))!)).toEqual(bytes)
    })

    it('keeps an empty file', async () => {
      expect(await store.put('empty', Readable.from([]))).toMatchObject({ size: 0 })
      expect(await contentOf('empty')).toBe('')
      expect(await contentOf('empty', { start: 0, end: 0 })).toBe('')
    })

    it('knows nothing of a file that is not there', async () => {
      expect(await store.stat('never')).toBeUndefined()
      expect(await store.get('never')).toBeUndefined()
      expect(await store.get('never', { start: 0, end: 1 })).toBeUndefined()
    })

    it.each<[number, number, string]>([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
      [8, 100, '89'],
      [10, 10, ''],
      [50, 60, ''],
    ])('hands out bytes %i to %i', async (start, end, expected) => {
      await put('digits', '0123456789')
      expect(await contentOf('digits', { start, end })).toBe(expected)
    })

    it.each([
      [-1, 3],
      [3, 2],
      [Number.NaN, 3],
    ])('rejects the bytes %d to %d', async (start, end) => {
      await put('digits', '0123456789')
      await expect(store.get('digits', { start, end })).rejects.toThrow(RangeError)
      await expect(store.get('never', { start, end })).rejects.toThrow(RangeError)
    })

    it('streams a large file both ways, never whole in memory', async () => {
      const size = 256 * megabyte
      const [sent, received] = [createHash('sha256'), createHash('sha256')]
      const before = heldBytes()
      let most = 0
      const measure = () => {
        most = Math.max(most, heldBytes() - before)
      }
      function* source() {
        for (let n = 0; n < 256; n++) {
          const chunk = Buffer.alloc(megabyte, n)
          sent.update(chunk)
          if (n % 32 === 0) measure()
          yield chunk
        }
      }
      expect(await store.put('large', Readable.from(source()))).toMatchObject({ size })
      let [length, measured] = [0, 0]
      for await (const chunk of (await store.get('large'))!) {
        received.update(chunk)
        length += chunk.length
        if (length < measured + 32 * megabyte) continue
        measured = length
        measure()
      }
      expect(received.digest('hex')).toBe(sent.digest('hex'))

      expect(most).toBeLessThan(size / 4)
      expect(await contentOf('large', { start: size - 2, end: size + 5 })).toBe('\xff\xff'.replaceAll('\xff', '\ufffd'))
    })

    it('lets a reader go away in the middle', async () => {
      await put('large', Buffer.alloc(8 * megabyte))
      const content = (await store.get('large'))!
      for await (const _ of content) break
      expect(content.destroyed).toBe(true)
      expect(await store.stat('large')).toMatchObject({ size: 8 * megabyte })
    })

    const breaking: [string, () => Readable][] = [
      ['fails', () => Readable.from(thenThrow(3 * megabyte))],
      ['fails at once', () => Readable.from(thenThrow(0))],
      ['is cut off without a word', () => cutOff(3 * megabyte)],
      ['was cut off before', () => Readable.from(['gone']).destroy()],
    ]
    it.each(breaking)('keeps nothing of a stream that %s', async (_, broken) => {
      await expect(store.put('a', broken())).rejects.toThrow()
      expect(await store.stat('a')).toBeUndefined()
      expect(await names()).toEqual([])
      await put('a', 'whole')
      expect(await contentOf('a')).toBe('whole')
    })

    it('shows a file only once it is whole', async () => {
      const slow = new Readable({ read() {} })
      const putting = store.put('slow', slow)
      slow.push('the first half, ')
      await put('other', 'meanwhile')
      expect(await store.stat('slow')).toBeUndefined()
      expect(await store.get('slow')).toBeUndefined()
      expect(await names()).toEqual(['other'])
      slow.push('the second')
      slow.push(null)
      await putting
      expect(await contentOf('slow')).toBe('the first half, the second')
    })

    it('refuses a name that is taken, and keeps what was there', async () => {
      await put('a', 'first')
      await expect(put('a', 'second')).rejects.toThrow()
      expect(await contentOf('a')).toBe('first')
    })

    it('lets one of many at the same name through', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => put('a', String(n).padStart(2, '0').repeat(1_000))),
      )
      const winners = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
      expect(winners).toHaveLength(1)
      expect(await contentOf('a')).toBe(String(winners[0]).padStart(2, '0').repeat(1_000))
    })

    it('removes a file, and does nothing when there is none', async () => {
      await put('a', 'content')
      await put('b', 'content')
      await store.remove('a')
      await store.remove('a')
      expect(await store.stat('a')).toBeUndefined()
      expect(await store.get('a')).toBeUndefined()
      expect(await names()).toEqual(['b'])
    })

    it('lists every name', async () => {
      expect(await names()).toEqual([])
      const many = Array.from({ length: 150 }, (_, n) => `file-${String(n).padStart(3, '0')}_x.png`)
      await Promise.all(many.map((name) => put(name, 'content')))
      expect(await names()).toEqual(many)
    })

    it.each([
      '',
      '.',
      '..',
      '../escape',
      '../../escape.txt',
      '/etc/passwd',
      'a/b',
      'a\\b',
      'a\0b',
      'a\n',
      '.hidden',
      'a.',
      'a.tar.gz',
      'a.PNG',
      'a b',
      '%2e%2e',
      'नाम',
      'x'.repeat(300),
    ])('has no file of the name %j', async (name) => {
      await put('a', 'content')
      await expect(put(name, 'harm')).rejects.toThrow(TypeError)
      expect(await store.stat(name)).toBeUndefined()
      expect(await store.get(name)).toBeUndefined()
      await store.remove(name)
      expect(await names()).toEqual(['a'])
    })

    it('moves a file out of reach, gives it back whole, and lets it go for good', async () => {
      const waiting = () => Array.fromAsync(store.quarantine.list())
      await put('a.txt', 'hello')
      await put('b', 'stays')
      await store.quarantine.take('a.txt')
      await store.quarantine.take('nothing')
      expect([await names(), await waiting(), await store.stat('a.txt')]).toEqual([['b'], ['a.txt'], undefined])
      await store.quarantine.giveBack('a.txt')
      await store.quarantine.giveBack('nothing')
      expect([await names(), await waiting(), await contentOf('a.txt')]).toEqual([['a.txt', 'b'], [], 'hello'])
      await store.quarantine.take('a.txt')
      await store.quarantine.remove('a.txt')
      await store.quarantine.remove('a.txt')
      await store.quarantine.giveBack('a.txt')
      expect([await names(), await waiting()]).toEqual([['b'], []])
    })

    it('says that it is there', () => expect(store.ping()).resolves.toBeUndefined())

    it('has everything again after it was closed and opened', async () => {
      await put('a', 'content')
      await store.close()
      store = await opener.open()
      expect(await contentOf('a')).toBe('content')
      expect(await names()).toEqual(['a'])
    })
  })
}

async function* thenThrow(bytes: number) {
  for (let sent = 0; sent < bytes; sent += megabyte) yield Buffer.alloc(megabyte)
  throw new Error('the line went dead')
}

/** Closes after so many bytes without an end and without an error, as a request does whose sender is gone. */
function cutOff(bytes: number): Readable {
  let sent = 0
  return new Readable({
    read() {
      if (sent >= bytes) return void this.destroy()
      sent += megabyte
      this.push(Buffer.alloc(megabyte))
    },
  })
}
