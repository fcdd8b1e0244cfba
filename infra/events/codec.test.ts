import { expect, it } from 'vitest'
import type { NewEvent } from '#domain/event.ts'
import { decode, encode } from './stored-event.ts'

const by = { id: 'meera', name: 'Meera', role: 'admin' } as const
const at = '2026-11-16T09:00:00.000Z'
const event = (type: string, data: unknown): NewEvent => ({ id: 'an-id', type, data, by, at })
const stored = (type: string, content: string) => ({
  id: 'an-id',
  type,
  content,
  stream: 'talk-1',
  revision: 0,
  position: 1n,
})

/** Amounts were rupees, then paise, then paise with a currency. */
const table = {
  Paid: [
    ({ rupees }: { rupees: number }) => ({ paise: rupees * 100 }),
    ({ paise }: { paise: number }) => ({ paise, currency: 'INR' }),
  ],
}

it.each([
  ['the first', '{"data":{"rupees":450},"by":{},"at":""}'],
  ['the second', '{"data":{"paise":45000},"by":{},"at":"","version":2}'],
  ['the latest', '{"data":{"paise":45000,"currency":"INR"},"by":{},"at":"","version":3}'],
])('data in %s version is read as the latest', (_, content) =>
  expect(decode(stored('Paid', content), table)).toMatchObject({
    type: 'Paid',
    data: { paise: 45_000, currency: 'INR' },
  }),
)

it('data is written with its version, unless that is the first', () => {
  const paid = event('Paid', { paise: 45_000, currency: 'INR' })
  expect(JSON.parse(encode(paid, table))).toEqual({ data: paid.data, by, at, version: 3 })
  expect(decode(stored('Paid', encode(paid, table)), table)).toMatchObject(paid)
  expect(JSON.parse(encode(event('Said', 'one'), table))).toEqual({ data: 'one', by, at })
})

it('data in a later version than this program knows is of a type that it does not know', () =>
  expect(decode(stored('Paid', '{"data":{"cents":1},"by":{},"at":"","version":4}'), table)).toMatchObject({
    type: 'Paid.v4',
    data: { cents: 1 },
  }))

it.each(['', '{"data":', '[]', 'null', '{"data":{}}'])('content that is not an event’s is named: %s', (content) =>
  expect(() => decode(stored('Paid', content), table)).toThrow('talk-1, revision 0, Paid, position 1: its content'),
)
