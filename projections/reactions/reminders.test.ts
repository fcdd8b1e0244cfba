import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '#domain/order/actions.ts'
import { confirmed, landingApproved, priced, reported } from '#domain/order/testing-payments.ts'
import { completed, invoiceIssued, registered, signed } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import type { ComposeMail, Mail } from '#infra/mail/mailer.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { rebuild } from '#projections/rebuild.ts'
import { record } from '#projections/testing.ts'
import { reminderReaction } from './reminders.ts'
import { testScene } from './testing.ts'

// The sample’s price is of 5 November: what is due is due on the 12th.
const times = {
  before: '2026-11-10T06:00:00.000Z',
  after: '2026-11-13T06:00:00.000Z',
  late: '2026-11-19T06:00:00.000Z',
}

async function reminders(isOn = true) {
  const scene = await testScene()
  const sent: [key: string, kind: string, amount: string][] = []
  const mailServer = { isAway: false }
  const agency = { timeZone: 'Asia/Kolkata' }
  const parts = {
    load: scene.order,
    account: scene.directory.account,
    documents: scene.documents,
    timeZone: async () => agency.timeZone,
    url: 'https://longhand.example',
    now: scene.clock.now,
    compose: (async (kind, values) => ({
      subject: kind,
      text: String((values as { amount?: string }).amount),
      html: '',
    })) as ComposeMail,
    mailer: {
      async send({ key, subject, text }: Mail) {
        if (mailServer.isAway) throw new Unavailable('The mail server')
        sent.push([key!, subject, text])
      },
    },
  }
  let settled = await scene.react(reminderReaction({ ...parts, on: isOn }))
  const begin = async (on = isOn) => {
    settled = await scene.react(reminderReaction({ ...parts, on }))
  }
  await record(scene.events, 'account-asha', registered)
  const happens = async (...samples: Sample<OrderEvent>[]) => {
    scene.until(samples.at(-1)!.at)
    await record(scene.events, 'order-1', ...samples)
    await settled()
  }
  const until = async (time: string) => {
    scene.until(time)
    await settled()
    return sent.map(([, kind, amount]) => `${kind} ${amount}`)
  }
  return { scene, agency, begin, sent, mailServer, happens, until }
}

describe('a client is reminded', () => {
  it('by the day of an invoice, once there is one', async () => {
    const { happens, until } = await reminders()
    const { data } = invoiceIssued
    await happens(...priced, { ...invoiceIssued, data: { ...data, dueOn: '2026-12-07', open: 22_500_00 } })
    expect(await until('2026-12-05T06:29:00.000Z')).toEqual([])
    expect(await until('2026-12-05T06:30:00.000Z')).toEqual(['paymentDue ₹22,500'])
    expect(await until('2026-12-08T06:30:00.000Z')).toEqual(['paymentDue ₹22,500', 'paymentOverdue ₹22,500'])
  })
  it('once of a day, where the agency moves west after it', async () => {
    const { agency, happens, until } = await reminders()
    const { data } = invoiceIssued
    await happens(...priced, { ...invoiceIssued, data: { ...data, dueOn: '2026-12-07', open: 22_500_00 } })
    await until('2026-12-05T06:30:00.000Z')
    agency.timeZone = 'America/New_York'
    await happens({ ...signed, at: '2026-12-05T08:00:00.000Z' })
    expect(await until('2026-12-06T00:00:00.000Z')).toEqual(['paymentDue ₹22,500'])
  })
  it('two days before, and one and seven days after what is due, and of each once', async () => {
    const { happens, until, sent } = await reminders()
    await happens(...priced)
    expect(await until('2026-11-10T05:59:00.000Z')).toEqual([])
    expect(await until(times.before)).toEqual(['paymentDue ₹13,000'])
    expect(await until(times.after)).toEqual(['paymentDue ₹13,000', 'paymentOverdue ₹13,000'])
    expect(await until(times.late)).toHaveLength(3)
    expect(await until('2027-01-01T06:00:00.000Z')).toHaveLength(3)
    expect(new Set(sent.map(([key]) => key)).size).toBe(3)
  })
  it('of what is due by the day that the mail names, and of no later part', async () => {
    const { happens, until } = await reminders()
    await happens(...priced)
    await until(times.before)
    await happens(...landingApproved)
    expect(await until(times.after)).toEqual(['paymentDue ₹13,000', 'paymentOverdue ₹13,000'])
    expect(await until(times.late)).toEqual(['paymentDue ₹13,000', 'paymentOverdue ₹13,000', 'paymentOverdue ₹13,000'])
  })
  it('as was planned before, where what happens changes nothing of it: that is not stored again', async () => {
    const { scene, happens, until } = await reminders()
    await happens(...priced)
    const stored = async () => (await scene.documents.collection('tasks_reminders').find()).documents
    const planned = await stored()
    await happens({ ...signed, at: '2026-11-06T06:00:00.000Z' })
    expect(planned).toHaveLength(3)
    expect(await stored()).toEqual(planned)
    expect(await until(times.before)).toEqual(['paymentDue ₹13,000'])
  })
  it('of nothing that is reported, paid or closed', async () => {
    const paying = await reminders()
    await paying.happens(...priced)
    await paying.until(times.before)
    await paying.happens(reported)
    await paying.happens(confirmed)
    expect(await paying.until(times.late)).toHaveLength(1)
    const closing = await reminders()
    await closing.happens(...priced)
    await closing.until(times.before)
    await closing.happens({ ...completed, at: '2026-11-11T06:00:00.000Z' })
    expect(await closing.until(times.late)).toHaveLength(1)
  })
  it('after an outage of what is still true, once', async () => {
    const { scene, begin, happens, until } = await reminders()
    await happens(...priced)
    await scene.stop()
    await begin()
    expect(await until(times.late)).toEqual(['paymentOverdue ₹13,000'])
  })
  it('once the mail server is back, of what it held up, whatever happens meanwhile', async () => {
    const { mailServer, happens, until } = await reminders()
    await happens(...priced)
    mailServer.isAway = true
    expect(await until(times.before)).toEqual([])
    await happens({ ...signed, at: '2026-11-10T06:05:00.000Z' })
    mailServer.isAway = false
    expect(await until('2026-11-10T06:30:00.000Z')).toEqual(['paymentDue ₹13,000'])
    expect(await until(times.after)).toHaveLength(2)
  })
  it('of nothing again when the lists are made again', async () => {
    const { scene, begin, happens, until } = await reminders()
    await happens(...priced)
    await until(times.before)
    expect(await until(times.after)).toHaveLength(2)
    await scene.stop()
    await rebuild(scene.events, scene.documents)
    await begin()
    expect(await until(times.after)).toHaveLength(2)
    expect(await until(times.late)).toHaveLength(3)
  })
  it('of nothing while the agency has turned it off, also of what was planned before', async () => {
    const { scene, begin, happens, until } = await reminders()
    await happens(...priced)
    await scene.stop()
    await begin(false)
    expect(await until(times.late)).toEqual([])
  })
  it('of what was priced while it was off, once it is turned on', async () => {
    const { scene, begin, happens, until } = await reminders(false)
    await happens(...priced)
    expect(await until(times.before)).toEqual([])
    await scene.stop()
    await begin(true)
    expect(await until(times.after)).toEqual(['paymentOverdue ₹13,000'])
  })
  it('of what is to come of a price from before its first start, as where the documents were lost', async () => {
    const { scene, begin, happens, until } = await reminders()
    await happens(...priced)
    await until(times.before)
    await scene.stop()
    for (const collection of ['reactions', 'tasks_reminders']) await scene.documents.drop(collection)
    await begin()
    expect(await until(times.before)).toHaveLength(1)
    expect(await until(times.after)).toEqual(['paymentDue ₹13,000', 'paymentOverdue ₹13,000'])
  })
})
