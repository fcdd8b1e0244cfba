import { expect, it } from 'vitest'
import type { OrderRow } from '#domain/order/row.ts'
import { turnsDuring } from '#infra/testing/event-loop.ts'
import { calendarFile } from './calendar.ts'

it('a calendar of many projects is made in slices, and is one calendar', async () => {
  const about = {
    agency: 'Longhand',
    timeZone: 'Asia/Kolkata',
    reader: 'admin',
    origin: 'https://longhand.example',
  } as const
  const rows = Array.from({ length: 300 }, (_, at) => ({
    ...{ id: `order-${at}`, title: `Neelgiri Looms #${at}`, clientName: 'Asha Rao', status: 'open' },
    ...{ steps: [], pending: { proposal: {} }, invoice: { paid: 0, actual: 0, revisions: 0 } },
    ...{ lastAt: '2026-11-17T09:00:00.000Z', proposal: { receiverName: 'Asha', date: '2026-11-16' } },
  })) as unknown as OrderRow[]
  await calendarFile(about, []) // what makes it is loaded with the first
  const made = calendarFile(about, rows)
  expect(await turnsDuring(made)).toBeGreaterThan(3)
  const text = await made
  const count = (line: string) => text.split('\r\n').filter((each) => each === line).length
  expect(['BEGIN:VCALENDAR', 'END:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT'].map(count)).toEqual([1, 1, 600, 600])
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})
