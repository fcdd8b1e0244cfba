import { expect, it } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { asha, opened } from '#domain/samples.ts'
import { latestHistory } from './history.ts'

it('a history truncates a long text between two characters, never within one', async () => {
  const event = { ...opened, by: asha, at: '2026-11-16T09:00:00.000Z' } as unknown as Recorded<OrderEvent>
  const said = `${'a'.repeat(3_999)}😀 and more`
  async function* lines() {
    yield { event, said, changes: [] }
  }
  const { lines: drawn } = await latestHistory(lines())
  expect(drawn[0]!.said.isWellFormed()).toBe(true)
})
