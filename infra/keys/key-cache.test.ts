import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyCache } from './key-cache.ts'
import { createWrapping, wrappedFor } from './wrapping.ts'

it('remembers no key that was forgotten while it was looked up', async () => {
  const wrapping = createWrapping(randomBytes(32))
  const key = { person: 'asha', id: 'k1' }
  const found = [{ ...key, wrapped: wrapping.wrap(randomBytes(32), wrappedFor(key)) }]
  const looking = [Promise.withResolvers<typeof found>(), Promise.withResolvers<typeof found>()]
  let requests = 0
  const cache = createKeyCache()
  const { keysById } = cache.cachedLookups(wrapping, {
    findOrMake: () => Promise.reject(new Error('no key is made here')),
    find: () => looking[requests++]!.promise,
  })
  const underWay = keysById(['k1'])
  cache.forget('asha')
  looking[0]!.resolve(found)
  await underWay
  looking[1]!.resolve([])
  expect(await keysById(['k1'])).toEqual(new Map())
})
