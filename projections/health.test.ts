import { describe, expect, it } from 'vitest'
import type { Dependency } from '#infra/dependencies.ts'
import { isReady } from './health.ts'

describe('a process', () => {
  const fine = { running: true, lag: 0 }

  it.each([
    ['every read model follows', [fine, fine], true],
    ['one is a little behind', [fine, { running: true, lag: 10_000 }], true],
    ['one is far behind', [fine, { running: true, lag: 10_001 }], false],
    ['one has stopped', [{ running: false, lag: 0 }, fine], false],
  ])('when %s: ready is %#', (_, models, ready) => expect(isReady(models, [])).toBe(ready))

  it.each<[Dependency[], boolean]>([
    [['The event store'], false],
    [['The document store'], false],
    [['The file store'], true],
    [['The mail server'], true],
    [['The file store', 'The mail server'], true],
    [['The document store', 'The mail server'], false],
  ])('without %j: ready is %s', (down, ready) => expect(isReady([fine], down)).toBe(ready))
})
