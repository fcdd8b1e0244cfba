import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let client: Visitor
let admins: [Visitor, Visitor]
beforeAll(async () => {
  server = await startTestServer()
  client = await server.client()
  admins = [await server.admin(), await server.admin()]
})
afterAll(() => server.close())

const orderOf = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/api/get-single-order?id=${id}`)).body.data[0]
const amountsOf = async (id: string) => {
  const { paid_amount, actual_amount, revisions } = await orderOf(admins[0], id)
  return { paid_amount, actual_amount, revisions }
}
const at = (revision: number) => ({ 'If-Match': `"${revision}"` })
const refusal = ({ status, body }: Answer) => [status, body.message, body.fields]
const proposal = { receiverName: 'Asha Rao', date: '2026-11-16', problem: 'A.', goals: 'B.', solution: 'C.' }

describe('an invoice', () => {
  it('keeps what one admin saved when another sends only what they touched', async () => {
    const [a, b] = admins
    const orderId = await client.order()
    await a.put('/api/update-pricing', { orderId, paidAmount: '10000' })
    const answer = await b.put('/api/update-pricing', { orderId, actualAmount: '45,000' })
    expect([answer.status, answer.body.events[0].data]).toEqual([
      200,
      { paid: 10_000_00, actual: 45_000_00, revisions: 0 },
    ])
    expect(await amountsOf(orderId)).toEqual({ paid_amount: '10000', actual_amount: '45000', revisions: 0 })
  })

  // security: 2.3
  it('is not changed by who has not seen how it stands, and says where that is', async () => {
    const [a, b] = admins
    const orderId = await client.order()
    const { revision } = await orderOf(b, orderId)
    await a.put('/api/update-pricing', { orderId, paidAmount: '10000' }, at(revision))
    const late = await b.put('/api/update-pricing', { orderId, paidAmount: '7500' }, at(revision))
    expect([late.status, late.headers.get('ETag')]).toEqual([412, `"${revision + 1}"`])
    expect((await amountsOf(orderId)).paid_amount).toBe('10000')
    const again = await b.put('/api/update-pricing', { orderId, paidAmount: '7500' }, at(revision + 1))
    expect(again.status).toBe(200)
  })

  it('is left alone by a request that names nothing to change', async () => {
    const orderId = await client.order()
    const answer = await admins[0].put('/api/update-pricing', { orderId })
    expect(refusal(answer).slice(0, 2)).toEqual([400, 'Please change at least one field'])
  })

  // spec: 2.95
  it('loses no money when two admins add to it at once, each on what they have seen', async () => {
    const orderId = await client.order()
    const times = 25
    /** Adds ₹100 to what is received, as often as it takes to do so on what stands. */
    async function receive(admin: Visitor): Promise<void> {
      for (;;) {
        const { paid_amount, revision } = await orderOf(admin, orderId)
        const change = { orderId, paidAmount: Number(paid_amount) + 100 }
        const { status } = await admin.put('/api/update-pricing', change, at(revision))
        if (status === 200) return
        expect(status).toBe(412)
      }
    }
    const receiving = admins.map(async (admin) => {
      for (let time = 0; time < times; time++) await receive(admin)
    })
    // Meanwhile the cost changes, and the client writes: neither touches what was received.
    const costing = Array.from({ length: times }, (_, time) =>
      admins[1].put('/api/update-pricing', { orderId, actualAmount: 45_000 + time }),
    )
    const writing = Array.from({ length: times }, (_, time) =>
      client.post('/api/send-message', { orderId, text: `Message ${time}` }),
    )
    await Promise.all([...receiving, ...costing, ...writing])
    expect((await amountsOf(orderId)).paid_amount).toBe(String(2 * times * 100))
  })
})

describe('a proposal', () => {
  it('is whole from the beginning, and from then on takes what was touched', async () => {
    const orderId = await client.order()
    const [a, b] = admins
    const half = await a.put('/api/update-proposal', { orderId, receiverName: 'Asha Rao', problem: 'A.' })
    expect(refusal(half)).toEqual([
      400,
      'Please choose the date of the proposal',
      {
        date: 'Please choose the date of the proposal',
        goals: 'Please describe the goals',
        solution: 'Please describe the solution',
      },
    ])
    await a.put('/api/update-proposal', { orderId, ...proposal })
    const { revision } = await orderOf(b, orderId)
    await a.put('/api/update-proposal', { orderId, goals: 'Every order is written down.' })
    expect((await b.put('/api/update-proposal', { orderId, solution: 'D.' }, at(revision))).status).toBe(412)
    await b.put('/api/update-proposal', { orderId, solution: 'D.' }, at(revision + 1))
    expect(await orderOf(a, orderId)).toMatchObject({
      company: 'Asha Rao',
      problem: 'A.',
      goals: 'Every order is written down.',
      solution: 'D.',
    })
  })
})

describe('the answers', () => {
  it('are amended only by who has seen how they stand', async () => {
    const orderId = await client.order()
    const { revision } = await orderOf(client, orderId)
    const amend = (id: number, answer: string) =>
      client.put('/api/amend-answers', { orderId, answers: JSON.stringify([{ id, answer }]) }, at(revision))
    expect((await amend(1, 'Bread')).status).toBe(200)
    expect((await amend(1, 'Cakes')).status).toBe(412)
    expect(JSON.parse((await orderOf(client, orderId)).questions)[0].answer).toBe('Bread')
  })
})

describe('what a person says of themselves', () => {
  const sessionOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body
  /** The same person on two devices. */
  async function devices(): Promise<[Visitor, Visitor]> {
    const first = await server.client()
    return [first, Object.assign(server.visitor(), { cookie: first.cookie })]
  }

  it('is read with its revision, and changed on it', async () => {
    const [phone, desk] = await devices()
    const { revision } = await sessionOf(desk)
    expect(revision).toBe(1)
    const renamed = await phone.put('/api/update-profile', { name: 'Asha Menon' }, at(revision))
    expect([renamed.status, renamed.body.revision]).toEqual([200, revision + 1])
    const late = await desk.put('/api/update-profile', { name: 'Asha Patil' }, at(revision))
    expect([late.status, late.headers.get('ETag')]).toEqual([412, `"${revision + 1}"`])
    expect(await sessionOf(desk)).toMatchObject({ name: 'Asha Menon', revision: revision + 1 })
  })

  it('keeps what another device saved', async () => {
    const [phone, desk] = await devices()
    await phone.put('/api/update-profile', { name: 'Asha Menon' })
    await desk.put('/api/update-profile', { phone: '98450 54321' })
    expect(await sessionOf(desk)).toMatchObject({ name: 'Asha Menon', phone: '+919845054321' })
    expect(refusal(await desk.put('/api/update-profile', {})).slice(0, 2)).toEqual([
      400,
      'Please change at least one field',
    ])
  })

  it('keeps the way to be told that another device chose', async () => {
    const [phone, desk] = await devices()
    await phone.put('/api/choose-notifications', { mail: false })
    const answer = await desk.put('/api/choose-notifications', { push: false })
    expect([answer.status, answer.body]).toMatchObject([200, { mail: false, push: false }])
    expect((await phone.get('/api/notifications')).body).toEqual({ mail: false, push: false })
    expect((await desk.put('/api/choose-notifications', {})).status).toBe(400)
  })
})
