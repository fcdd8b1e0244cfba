import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Role } from '#domain/event.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { turnsDuring } from '#infra/testing/event-loop.ts'
import { calendarDigest, calendarFile } from './calendar.ts'

const about = {
  agency: 'Rao, Iyer; Sons',
  timeZone: 'Asia/Kolkata',
  reader: 'admin',
  origin: 'https://longhand.example',
} as const
const rows = Array.from({ length: 300 }, (_, at) => ({
  ...{
    id: `order-${at}`,
    title: `Neelgiri Looms #${at}`,
    openedAs: `Neelgiri Looms #${at}`,
    clientName: 'Asha Rao',
    status: 'open',
  },
  ...{ steps: [], pending: { proposal: {} }, invoice: { paid: 0, actual: 0, revisions: 0 } },
  ...{ lastAt: '2026-11-17T09:00:00.000Z', proposal: { receiverName: 'Asha', date: '2026-11-16' } },
  proposals: [{ date: '2026-11-16', state: 'open' }],
})) as unknown as OrderRow[]

it('a calendar of many projects is made in slices, and is one calendar', async () => {
  await calendarFile(about, []) // what makes it is loaded with the first
  const made = calendarFile(about, rows)
  expect(await turnsDuring(made)).toBeGreaterThan(3)
  const text = await made
  const count = (line: string) => text.split('\r\n').filter((each) => each === line).length
  expect(['BEGIN:VCALENDAR', 'END:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT'].map(count)).toEqual([1, 1, 600, 600])
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})

it('the digest of a calendar is another one once its rows have the versions of their proposals', () => {
  const former = rows.map(({ proposals: _, ...row }) => row)
  expect(calendarDigest(about, former)).not.toBe(calendarDigest(about, rows))
})

it('the digest of a calendar is another one once its file is written otherwise: then raise the number of its format', async () => {
  const [digest, file] = [calendarDigest(about, rows.slice(0, 1)), await calendarFile(about, rows.slice(0, 1))]
  const written = createHash('sha256').update(file).digest('base64url')
  expect({ written, digest }).toEqual({
    written: 'ARDM2yOMwrbZ92sKuZGYF_iat3Xg1Ldo_XjUgIGaRBE',
    digest: '_ddz4YveEUCyr7IzS8mF28_-RTW6Pz76vIJqj0qRpNY',
  })
})

it('a client’s calendar calls a project by its business, as their pages do, and an admin’s by its title', async () => {
  const row = (name: string) => ({
    ...rows[7]!,
    title: 'Asha Rao #1',
    openedAs: 'Asha Rao #1',
    business: { question: 13, name },
  })
  const summaries = async (reader: Role, name = 'Neelgiri Looms') =>
    (await calendarFile({ ...about, reader }, [row(name)])).match(/(?<=SUMMARY:).+(?=\r)/g)
  expect(await summaries('client')).toEqual(['Launch: Neelgiri Looms', 'Proposal expires: Neelgiri Looms'])
  expect(await summaries('client', '')).toEqual(['Launch: Asha Rao #1', 'Proposal expires: Asha Rao #1'])
  expect(await summaries('admin')).toEqual(['Launch: Asha Rao #1', 'Proposal expires: Asha Rao #1'])
  const [one, other] = ['Neelgiri', 'Neelgiri Looms'].map((name) =>
    calendarDigest({ ...about, reader: 'client' }, [row(name)]),
  )
  expect(one).not.toBe(other)
})
