import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AccountEvent } from '#domain/account/actions.ts'
import type { Person } from '#domain/event.ts'
import type { WebhookEvent } from '#domain/integrations/actions.ts'
import { asha, meera, opened, registered, signed } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import type { Change, DocumentStore } from '#infra/documents/store.ts'
import { createCurrentHandler } from '#infra/events/command-handler.ts'
import { createComposer } from '#infra/mail/mailer.ts'
import { createSeal } from '#infra/seal.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { testOutbox, testScene } from '#projections/reactions/testing.ts'
import { record, testStores } from '#projections/testing.ts'
import { openWebhooks, webhookSeal } from './deliver.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { waits, webhookReaction } from './webhook-reaction.ts'

const serverSecret = 'a secret of the server'
const seal = createSeal(serverSecret, webhookSeal)
const secret = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const day = 24 * 60 * 60 * 1000

type Received = { id: string; body: { id: string; type: string }; raw: string; headers: IncomingHttpHeaders }

/** A receiver that answers 200, or what `answer` does. */
async function receiver(answer: (response: ServerResponse) => void = (response) => response.end()) {
  const received: Received[] = []
  const state = { answer }
  const http = createServer(async (request, response) => {
    const raw = await text(request)
    received.push({ id: String(request.headers['webhook-id']), body: JSON.parse(raw), raw, headers: request.headers })
    state.answer(response)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => http.once('listening', listening))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/in`, received, state }
}
const devika: Person = { id: 'devika', name: 'Devika Menon', role: 'admin' }
const tashi: Person = { id: 'tashi', name: 'Tashi Dorje', role: 'admin' }
const registeredAdmin = (by: Person) => ({
  ...registered,
  data: { ...registered.data, name: by.name, email: `${by.id}@longhand.example`, role: 'admin' },
  by,
})
const failing = (response: ServerResponse) => response.writeHead(503).end('Closed for today')

type Trouble = { beforeWrite?: () => void; beforeFold?: (changes: readonly Change[]) => void; refusedTo?: string }

async function scene({ beforeWrite, beforeFold, refusedTo }: Trouble = {}) {
  const base = await testScene(beforeWrite, beforeFold)
  base.until('2026-11-20T09:00:00.000Z') // after all that the samples do
  const { mailer, mails } = await testOutbox()
  const send: typeof mailer.send = async (mail) => {
    if (mail.to === refusedTo) throw new Error('No such mailbox')
    return mailer.send(mail)
  }
  const { events, documents, clock, projections, directory } = base
  const sending = { loopback: true, timeoutMs: 400 }
  const handler = createCurrentHandler({ ...events, soleWriter: false }, { now: clock.now })
  const webhooks = openWebhooks({ events, documents, sending, secret: serverSecret, handler, now: clock.now })
  const stopping = new AbortController()
  const reaction = () =>
    webhookReaction({
      ...webhooks,
      ...{ model: projections.webhooks, account: directory.account },
      ...{ admins: async () => [tashi.id, devika.id], mailer: { ...mailer, send } },
      timeZone: async () => 'Pacific/Pago_Pago', // a day behind
      compose: createComposer({ agency: async () => ({}), mailTexts: async () => ({}) }),
      ...{ url: 'https://longhand.example', now: clock.now, signal: stopping.signal },
    })
  const event = (type: WebhookEvent['type'], data: object, by: Person = meera) =>
    ({ type, data, by, at: new Date(clock.now()).toISOString() }) as Sample<WebhookEvent>
  return {
    ...base,
    ...webhooks,
    ...{ mails, event },
    start: () => base.react(reaction()),
    /** Adds a webhook that is told of these events. */
    add: (id: string, url: string, chosen = ['*']) =>
      record(
        events,
        `webhook-${id}`,
        event('WebhookAdded', { url, events: chosen, secret: seal.close(secret('a'), id) }),
      ),
    change: (id: string, type: WebhookEvent['type'], data: object = {}) =>
      record(events, `webhook-${id}`, event(type, data)),
    /** The types of the webhook’s events. */
    typesOf: async (id: string) =>
      (await Array.fromAsync(events.read(`webhook-${id}`))).map(({ type, data }) => [type, data]).slice(1),
  }
}

/** The part of a signature that a secret makes. */
const signature = ({ headers, raw, id }: Received, by: string) =>
  `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
    .update(`${id}.${headers['webhook-timestamp']}.${raw}`)
    .digest('base64')}`

describe('an event', () => {
  // spec: 10.5
  it('is delivered to those who chose it, signed, as an admin’s page would see it', async () => {
    const { start, add, events, clock } = await scene()
    const [all, steps] = [await receiver(), await receiver()]
    await add('all', all.url)
    await add('steps', steps.url, ['StepToggled'])
    const done = await start()
    const { id } = await record(events, 'order-1', opened)
    await record(events, 'order-1', signed)
    await record(events, 'account-asha', registered)
    await done()
    expect(all.received.map(({ body }) => body.type)).toEqual(['OrderOpened', 'StepToggled'])
    expect(steps.received.map(({ body }) => body.type)).toEqual(['StepToggled'])
    const [first] = all.received
    expect(first!.body).toMatchObject({ id, orderId: '1', by: asha, revision: 0, position: expect.any(String) })
    expect(first!.headers).toMatchObject({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(clock.now() / 1000)),
      'webhook-signature': signature(first!, secret('a')),
      'content-type': 'application/json',
    })
  })

  // spec: 10.8
  it('is signed with both secrets while one is rotated, and with the new one after that', async () => {
    const { start, add, change, events, clock } = await scene()
    const { url, received } = await receiver()
    await add('w', url)
    const until = new Date(clock.now() + day).toISOString()
    await change('w', 'WebhookSecretRotated', { secret: seal.close(secret('b'), 'w'), until })
    const done = await start()
    await record(events, 'order-1', opened)
    await done()
    expect(received[0]!.headers['webhook-signature']).toBe(
      `${signature(received[0]!, secret('b'))} ${signature(received[0]!, secret('a'))}`,
    )
    clock.advance(day)
    await record(events, 'order-1', signed)
    await done()
    expect(received[1]!.headers['webhook-signature']).toBe(signature(received[1]!, secret('b')))
  })

  it('is not delivered to a webhook that was switched off or removed in the meantime', async () => {
    const { start, add, change, events } = await scene()
    const { url, received } = await receiver()
    const other = await receiver()
    await add('off', url)
    await add('gone', url)
    await add('there', other.url)
    const done = await start()
    await change('off', 'WebhookSwitchedOff', { because: 'asked' })
    await change('gone', 'WebhookRemoved')
    await record(events, 'order-1', opened)
    await done()
    expect([received.length, other.received.length]).toEqual([0, 1])
  })

  it('is delivered to a webhook that was added just before, also where lists are late', async () => {
    let failures = 0
    const beforeFold = (changes: readonly Change[]) => {
      const isOfWebhooks = changes.some(({ collection }) => collection.startsWith('webhooks_'))
      if (isOfWebhooks && failures-- > 0) throw new Unavailable('The document store')
    }
    const { start, add, events } = await scene({ beforeFold })
    const { url, received } = await receiver()
    const done = await start()
    failures = 4
    await add('w', url)
    await record(events, 'order-1', opened)
    await done()
    expect(received.map(({ body }) => body.type)).toEqual(['OrderOpened'])
  })

  it('is not delivered to a webhook that was off, or not there yet, also where it is planned for later', async () => {
    const { start, stop, add, change, events } = await scene()
    const [off, late] = [await receiver(), await receiver()]
    await add('off', off.url)
    await change('off', 'WebhookSwitchedOff', { because: 'asked' })
    await start()
    await stop()
    await record(events, 'order-1', opened)
    await change('off', 'WebhookSwitchedOn')
    await add('late', late.url)
    const { id } = await record(events, 'order-1', signed)
    const done = await start()
    await done()
    expect([off, late].map(({ received }) => received.map((each) => each.id))).toEqual([[id], [id]])
  })

  it('is delivered once, although the process ended in between', async () => {
    const { start, add, events, log } = await scene()
    const { url, received, state } = await receiver(failing)
    await add('w', url)
    const done = await start()
    const { id } = await record(events, 'order-1', opened)
    await done()
    state.answer = (response) => response.end()
    // Delivered by hand meanwhile: the reaction finds that out, and sends nothing.
    const subject = { webhookId: 'w', messageId: id, type: 'OrderOpened', stream: 'order-1', eventRevision: 0 }
    await log.note(subject, { at: new Date().toISOString(), duration: 1, status: 200, answer: '' }, true)
    await done()
    expect(received).toHaveLength(1)
  })
})

describe('a delivery that fails', () => {
  // spec: 10.5
  it('is tried again, later and later, under the same id, until it succeeds', async () => {
    const { start, add, events, clock, log, typesOf } = await scene()
    const { url, received, state } = await receiver(failing)
    await add('w', url)
    const done = await start()
    const { id } = await record(events, 'order-1', opened)
    await done()
    for (const [at, wait] of waits.slice(0, 4).entries()) {
      clock.advance(wait - 1)
      await done()
      expect(received).toHaveLength(at + 1)
      clock.advance(1)
      await done()
      expect(received).toHaveLength(at + 2)
    }
    expect(new Set(received.map((each) => each.id))).toEqual(new Set([id]))
    expect(await log.of('w', id)).toMatchObject({ state: 'waiting', tries: 5 })
    state.answer = (response) => response.end('Thank you')
    clock.advance(waits[4]!)
    await done()
    expect(await log.of('w', id)).toMatchObject({ state: 'delivered', tries: 6 })
    expect(await typesOf('w')).toEqual([
      ['WebhookFailing', {}],
      ['WebhookRecovered', {}],
    ])
    clock.advance(30 * day)
    await done()
    expect(received).toHaveLength(6)
  })

  // spec: 10.9
  it('is logged with status, duration and the first of what was answered', async () => {
    const { start, add, events, log } = await scene()
    const { url } = await receiver((response) => response.writeHead(500).end('x'.repeat(5_000)))
    await add('w', url)
    const done = await start()
    const { id } = await record(events, 'order-1', opened)
    await done()
    const [attempt] = (await log.of('w', id))!.attempts
    expect(attempt).toMatchObject({ status: 500, duration: expect.any(Number), at: expect.stringMatching(/Z$/) })
    expect(attempt!.answer).toBe('x'.repeat(1_000))
  })

  it('goes on where it was after a restart', async () => {
    const { start, add, events, clock, stop } = await scene()
    const { url, received } = await receiver(failing)
    await add('w', url)
    const done = await start()
    await record(events, 'order-1', opened)
    await done()
    clock.advance(waits[0]!)
    await done()
    expect(received).toHaveLength(2)
    await stop()
    const again = await start()
    await again()
    expect(received).toHaveLength(2) // not at once
    clock.advance(waits[1]!)
    await again()
    expect(received).toHaveLength(3)
  })

  it('holds up no other webhook, though it hangs', async () => {
    const { start, add, events } = await scene()
    const hanging = await Promise.all(Array.from({ length: 6 }, () => receiver(() => {})))
    const { url, received } = await receiver()
    for (const [at, each] of hanging.entries()) await add(`hanging-${at}`, each.url)
    await add('well', url)
    const done = await start()
    for (let n = 0; n < 3; n++) await record(events, `order-${n}`, opened)
    await expect.poll(() => received.length, { interval: 5 }).toBe(3)
    // Each of those that hang has taken one at most, while the other had them all.
    for (const each of hanging) expect(each.received.length).toBeLessThan(3)
    await done()
  })

  // spec: 10.10
  it('switches its webhook off after a week without success, and who added it is told', async () => {
    const { start, add, events, clock, typesOf, mails, log } = await scene()
    await record(events, `account-${meera.id}`, registeredAdmin(meera))
    const { url, received } = await receiver(failing)
    await add('w', url)
    const done = await start()
    const { id } = await record(events, 'order-1', opened)
    await done()
    for (const wait of waits) {
      clock.advance(wait)
      await done()
    }
    expect((await typesOf('w')).map(([type]) => type)).toEqual(['WebhookFailing', 'WebhookSwitchedOff'])
    await done()
    expect(await log.of('w', id)).toMatchObject({ state: 'failed' })
    expect((await log.of('w', id))!.nextAt).toBeUndefined()
    expect(await mails()).toMatchObject([
      {
        to: 'meera@longhand.example',
        subject: 'A webhook was turned off',
        text: expect.stringContaining(`${url} since 19/11/2026`),
      },
    ])
    const before = received.length
    clock.advance(30 * day)
    await record(events, 'order-1', signed)
    await done()
    expect(received).toHaveLength(before)
  })
})

it('tells every other admin of one that was switched off, where who added it is suspended, and no one once it is on', async () => {
  const { start, add, event, events, mails } = await scene({ refusedTo: 'tashi@longhand.example' })
  await record(events, `account-${devika.id}`, registeredAdmin(devika))
  await record(events, `account-${tashi.id}`, registeredAdmin(tashi))
  const suspended = { type: 'AccountSuspended', data: {}, by: devika, at: registered.at }
  await record(events, `account-${meera.id}`, registeredAdmin(meera), suspended)
  await add('off', 'https://off.example/in')
  await add('on', 'https://on.example/in')
  const done = await start()
  const off = [event('WebhookFailing', {}), event('WebhookSwitchedOff', { because: 'failures' })]
  await record(events, 'webhook-off', ...off)
  await record(events, 'webhook-on', ...off, event('WebhookSwitchedOn', {}))
  await done()
  expect(await mails()).toMatchObject([
    { to: 'devika@longhand.example', text: expect.stringContaining('https://off.example/in') },
  ])
})

it('says what to do where the keys have another installation secret', async () => {
  const { start, events, event, log } = await scene()
  const { url } = await receiver()
  const sealed = createSeal('the secret of another installation', webhookSeal).close(secret('a'), 'w')
  await record(events, 'webhook-w', event('WebhookAdded', { url, events: ['*'], secret: sealed }))
  const done = await start()
  const { id } = await record(events, 'order-1', opened)
  await done()
  const error = 'The secret can’t be decrypted because the installation secret has changed. Create a new secret.'
  expect((await log.of('w', id))!.attempts).toMatchObject([{ error }])
})

it('turns off what was added, led elsewhere or given a secret after a change of an address as that is undone', async () => {
  const { start, add, change, event, events, clock, typesOf } = await scene()
  const { url } = await receiver()
  const happens = (type: 'AddressChanged' | 'AddressChangeUndone', data: object) => {
    clock.advance(1_000)
    const at = new Date(clock.now()).toISOString()
    return record(events, `account-${meera.id}`, { type, data, by: meera, at } as Sample<AccountEvent>)
  }
  const done = await start()
  await record(events, `account-${meera.id}`, registeredAdmin(meera))
  for (const id of ['before', 'led', 'rotated', 'corrected']) await add(id, url)
  const undoUntil = new Date(clock.now() + 1_000 + 7 * day).toISOString()
  await happens('AddressChanged', { email: 'thief@example.com', undoUntil })
  clock.advance(1_000)
  await add('since', url)
  const [led, chosen] = [
    { url: `${url}/thief`, events: ['*'] },
    { url, events: ['StepToggled'] },
  ]
  await change('before', 'WebhookRevised', chosen)
  for (const id of ['led', 'corrected']) await change(id, 'WebhookRevised', led)
  await change('rotated', 'WebhookSecretRotated', { secret: seal.close(secret('b'), 'rotated'), until: undoUntil })
  await record(events, 'webhook-corrected', event('WebhookRevised', { ...led, url }, devika))
  await record(
    events,
    'webhook-led',
    event('WebhookSecretRotated', { secret: seal.close(secret('b'), 'led'), until: undoUntil }, devika),
  )
  await happens('AddressChangeUndone', { email: 'meera@longhand.example' })
  await done()
  const lastOf = async (id: string) => (await typesOf(id)).at(-1)
  for (const id of ['since', 'led', 'rotated'])
    expect(await lastOf(id)).toEqual(['WebhookSwitchedOff', { because: 'asked' }])
  expect(await lastOf('before')).toEqual(['WebhookRevised', chosen])
  expect(await lastOf('corrected')).toEqual(['WebhookRevised', { ...led, url }])
})

it('forgets the deliveries of a webhook that is removed, also one that waited', async () => {
  const { start, add, change, events, clock, log } = await scene()
  const { url } = await receiver(failing)
  await add('w', url)
  const done = await start()
  const { id } = await record(events, 'order-1', opened)
  await done()
  expect(await log.of('w', id)).toMatchObject({ state: 'waiting' })
  await change('w', 'WebhookRemoved')
  await done()
  clock.advance(waits[0]!)
  await done()
  expect([await log.of('w', id), (await log.lastOf(['w'])).size]).toEqual([undefined, 0])
})

it('no longer says when it is tried next, once it is given up', async () => {
  const { start, add, change, events, clock, log } = await scene()
  const { url } = await receiver(failing)
  await add('w', url)
  const done = await start()
  const { id } = await record(events, 'order-1', opened)
  await done()
  const lastTry = async () => (await log.lastOf(['w'])).get('w')
  expect(await lastTry()).toMatchObject({ status: 503, nextAt: expect.any(String) })
  await change('w', 'WebhookSwitchedOff', { because: 'asked' })
  clock.advance(waits[0]!)
  await done()
  expect(await log.of('w', id)).toMatchObject({ state: 'failed' })
  expect(await lastTry()).toMatchObject({ status: 503 })
  expect(await lastTry()).not.toHaveProperty('nextAt')
})

it('goes on being tried where its webhook has an event of a newer version', async () => {
  const { start, add, change, events, documents, clock, log } = await scene()
  const { write } = documents
  documents.write = (...of) => {
    clock.advance(1) // each takes its time
    return write(...of)
  }
  const { url } = await receiver(failing)
  await add('w', url)
  await change('w', 'WebhookPainted' as WebhookEvent['type'])
  const done = await start()
  const { id } = await record(events, 'order-1', opened)
  await done()
  clock.advance(waits[0]!)
  await done()
  const delivery = await log.of('w', id)
  expect(delivery).toMatchObject({ state: 'waiting', tries: 2 })
  expect(delivery!.attempts).toHaveLength(2)
})

it('is noted to respond again, although the events were away as it did', async () => {
  const { start, add, events, clock, typesOf } = await scene()
  const { url, received, state } = await receiver(failing)
  await add('w', url)
  const done = await start()
  await record(events, 'order-1', opened)
  await done()
  const { append } = events
  state.answer = (response) => response.end()
  events.append = () => Promise.reject(new Unavailable('The event store'))
  clock.advance(waits[0]!)
  await done()
  events.append = append
  clock.advance(60_000)
  await done()
  expect((await typesOf('w')).map(([type]) => type)).toEqual(['WebhookFailing', 'WebhookRecovered'])
  expect(received).toHaveLength(2)
})

it('is tried on where the store is away for a moment, days after the event', async () => {
  let away = false
  const beforeWrite = () => {
    if (away) throw new Unavailable('The store')
  }
  const { start, add, events, clock } = await scene({ beforeWrite })
  const { url, received } = await receiver(failing)
  await add('w', url)
  const done = await start()
  await record(events, 'order-1', opened)
  await done()
  for (const wait of waits.slice(0, -2)) {
    clock.advance(wait)
    await done()
  }
  const before = received.length
  away = true
  clock.advance(day)
  await done()
  away = false
  clock.advance(60_000)
  await done()
  expect(received).toHaveLength(before + 1)
})

it('logs deliveries again once the store is back that was away at the first', async () => {
  const { documents } = await testStores()
  let isAway = true
  const awayAtFirst: DocumentStore = {
    ...documents,
    collection(name) {
      const ensureIndex = (fields: readonly string[]) =>
        isAway ? Promise.reject(new Unavailable('The document store')) : documents.collection(name).ensureIndex(fields)
      return { ...documents.collection(name), ensureIndex }
    },
  }
  const log = createDeliveryLog(awayAtFirst, Date.now)
  const note = () =>
    log.note(
      { webhookId: 'w', messageId: 'm', type: 'OrderOpened' },
      { at: '2026-11-20T09:00:00.000Z', duration: 1, status: 200, answer: '' },
      true,
    )
  await expect(note()).rejects.toBeInstanceOf(Unavailable)
  isAway = false
  expect(await note()).toMatchObject({ state: 'delivered' })
})

it('knows a webhook’s last try also after a clock that was ahead was put back', async () => {
  const { documents } = await testStores()
  let time = Date.parse('2026-11-20T09:00:00.000Z')
  const log = createDeliveryLog(documents, () => time)
  const note = (messageId: string) =>
    log.note(
      { webhookId: 'w', messageId, type: 'OrderOpened' },
      { at: new Date(time).toISOString(), duration: 1, status: 200, answer: '' },
      true,
    )
  time += 31 * 24 * 60 * 60_000
  await note('ahead')
  time -= 31 * 24 * 60 * 60_000
  const { id, lastAt } = await note('since')
  expect((await log.lastOf(['w'])).get('w')).toMatchObject({ deliveryId: id, at: lastAt })
})

it('forgets all but the latest deliveries', async () => {
  const { start, add, events, log } = await scene()
  const { url, received } = await receiver()
  await add('w', url)
  const done = await start()
  for (let n = 0; n < 230; n++) await record(events, `order-${n}`, opened)
  await done()
  expect(received).toHaveLength(230)
  const { documents } = await log.list('w', 300)
  expect(documents.length).toBeGreaterThanOrEqual(200)
  expect(documents.length).toBeLessThan(220)
})
