import { expect, it } from 'vitest'
import { sizeOf } from './size-of.ts'

const message = (length: number) => ({ kind: 'message', text: 'x'.repeat(length) })

it('looks at some items of a long list, and comes close to what all of them take', () => {
  const list = Array.from({ length: 50_000 }, (_, at) => message(at % 10 === 0 ? 2_000 : 100))
  let looked = 0
  const counted = new Proxy(list, {
    get(target, name) {
      if (/^\d+$/.test(String(name))) looked++
      return target[name as unknown as number]
    },
  })
  const all = list.reduce((sum, item) => sum + 8 + sizeOf(item), 24)
  expect(Math.abs(sizeOf(counted) / all - 1)).toBeLessThan(0.05)
  expect(looked).toBeLessThanOrEqual(200)
})

it('counts every item of a short list', () => {
  expect(sizeOf([message(1), message(3)]) - sizeOf([message(1), message(1)])).toBe(2)
  expect(sizeOf([])).toBe(24)
})
