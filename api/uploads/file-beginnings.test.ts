import { describe, expect, it } from 'vitest'
import { contentMatches, typeHeadSize } from './file-beginnings.ts'

const little = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const big = (text: string) => little(text).swap16()

describe('text in two bytes a character', () => {
  it.each([
    ['txt', 'hello, ₹45,000\r\n'],
    ['csv', 'name\ttotal\r\nआशा\t1'],
    ['xml', '<?xml version="1.0" encoding="UTF-16"?><a/>'],
  ])(
    'is accepted as .%s in either order, and where its beginning ends in the midst of a character',
    async (extension, text) => {
      for (const encoded of [
        little(text),
        big(text),
        little(text.padEnd(typeHeadSize, '😀')).subarray(0, typeHeadSize - 1),
      ])
        expect(await contentMatches(extension, encoded)).toBe(true)
    },
  )
  it('is refused where it has control characters, or halves of characters', async () => {
    for (const text of ['a\u0000b', 'a\u0001b', 'a\ud800b']) {
      expect(await contentMatches('txt', little(text))).toBe(false)
      expect(await contentMatches('txt', big(text))).toBe(false)
    }
  })
  it('is refused without its mark', async () =>
    expect(await contentMatches('txt', little('hello').subarray(2))).toBe(false))
})
