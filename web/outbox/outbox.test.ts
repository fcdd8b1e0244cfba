import { describe, expect, it } from 'vitest'
import { HttpError } from '#web/http.ts'
import type { Shape } from '#web/kit/storage.ts'
import { createOutbox, type WaitingMessage } from './outbox.ts'

/** A browser’s storage, as `browserStore` has it. */
function storage(stored = new Map<string, string>()) {
  return {
    get: (key: string) => stored.get(key),
    read: <T>(key: string, shape: Shape<T>) => shape.safeParse(JSON.parse(stored.get(key) ?? 'null')).data,
    write: (key: string, value: unknown) => void stored.set(key, JSON.stringify(value)),
    remove: (key: string) => void stored.delete(key),
    entries: () => [...stored],
  }
}

const down = () => new HttpError(0, { message: 'You’re offline. Nothing was sent.' })
const lost = () => Object.assign(new HttpError(0, { message: 'No answer' }), { isUnsure: true })
const answer = { message: 'Message sent', revision: 1, position: '1', events: [] }

/** An outbox of Asha, with a server that answers as `scene.server` says. */
function opened(store = storage()) {
  const scene = {
    sent: [] as [orderId: string, key: string, text: string][],
    time: Date.parse('2026-11-22T10:00:00Z'),
    held: true,
    server: (_message: WaitingMessage): void => {},
  }
  const outbox = createOutbox('asha', {
    store,
    isHeld: () => scene.held,
    now: () => scene.time,
    async send(orderId, message) {
      scene.sent.push([orderId, message.key, message.text])
      scene.server(message)
      return answer
    },
  })
  return Object.assign(scene, { outbox })
}
const texts = (scene: ReturnType<typeof opened>, orderId = 'o1') =>
  scene.outbox.waiting(orderId).map(({ text }) => text)

describe('messages that were written without a line', () => {
  it('are sent in the order they were written in, each by its own key, and wait no more', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.outbox.add('o1', { key: 'k2', text: 'Two' })
    expect(await scene.outbox.flush()).toBe(false)
    expect(scene.sent).toEqual([
      ['o1', 'k1', 'One'],
      ['o1', 'k2', 'Two'],
    ])
    expect(texts(scene)).toEqual([])
  })

  it('stay where the line is still down, and go by the same key when it is back', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.outbox.add('o1', { key: 'k2', text: 'Two' })
    scene.server = () => {
      throw down()
    }
    expect(await scene.outbox.flush()).toBe(true)
    expect([scene.sent.length, texts(scene)]).toEqual([1, ['One', 'Two']])
    scene.server = () => {}
    await scene.outbox.flush()
    expect(scene.sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k2'])
  })

  it.each([
    ['may have been sent where the answer to a try was lost', lost, true],
    ['may have been sent where the server is away', () => new HttpError(503, { message: 'Away' }), true],
    ['were not sent where there is no network', down, undefined],
  ])('%s', async (_, failure, isUnsure) => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.server = () => {
      throw failure()
    }
    await scene.outbox.flush()
    expect(scene.outbox.waiting('o1')[0]?.isUnsure).toBe(isUnsure)
    // A later try that does not go out tells nothing of the one before.
    scene.server = () => {
      throw down()
    }
    await scene.outbox.flush()
    expect(scene.outbox.waiting('o1')[0]?.isUnsure).toBe(isUnsure)
    // The server has looked at its key.
    scene.server = () => {
      throw new HttpError(409, { message: 'Order Either Completed Or Cancelled' })
    }
    await scene.outbox.flush()
    expect(scene.outbox.waiting('o1')[0]?.isUnsure).toBeFalsy()
  })

  it('may have been sent while one is on its way, to another window too and after a reload', async () => {
    const store = storage()
    const scene = opened(store)
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    const seen: unknown[] = []
    scene.server = () => {
      seen.push(opened(store).outbox.waiting('o1')[0]?.isUnsure)
      throw new HttpError(429, { message: 'Too many requests' })
    }
    await scene.outbox.flush()
    expect(seen).toEqual([true])
    expect(scene.outbox.waiting('o1')[0]?.isUnsure).toBeFalsy() // it was not taken
  })

  it('outlive the page', async () => {
    const store = storage()
    opened(store).outbox.add('o1', { key: 'k1', text: 'One' })
    const later = opened(store)
    expect(texts(later)).toEqual(['One'])
    await later.outbox.flush()
    expect(later.sent).toEqual([['o1', 'k1', 'One']])
  })

  it('are one person’s: another one’s outbox has none of them', () => {
    const store = storage()
    opened(store).outbox.add('o1', { key: 'k1', text: 'One' })
    const farhans = createOutbox('farhan', { store, isHeld: () => true, send: async () => answer })
    expect(farhans.waiting('o1')).toEqual([])
  })

  it('do not go out while the browser is another person’s', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.held = false
    await scene.outbox.flush()
    expect(scene.sent).toEqual([])
  })

  it('stand aside when they are refused, with the reason, and hold the others back no longer', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.outbox.add('o2', { key: 'k2', text: 'Two' })
    scene.server = ({ key }) => {
      if (key === 'k1') throw new HttpError(409, { message: 'Order Either Completed Or Cancelled' })
    }
    expect(await scene.outbox.flush()).toBe(false)
    expect(scene.outbox.waiting('o1')[0]?.problem).toBe('Order Either Completed Or Cancelled')
    expect(texts(scene, 'o2')).toEqual([])
  })

  it.each([
    [500, 'This data is damaged', []],
    [503, undefined, ['Two']],
  ])(
    'wait for the server where it answers %i, unless what is wrong is their project alone',
    async (status, problem, left) => {
      const scene = opened()
      scene.outbox.add('o1', { key: 'k1', text: 'One' })
      scene.outbox.add('o2', { key: 'k2', text: 'Two' })
      scene.server = ({ key }) => {
        if (key === 'k1') throw new HttpError(status, { message: 'This data is damaged' })
      }
      await scene.outbox.flush()
      expect(scene.outbox.waiting('o1')).toMatchObject([{ text: 'One' }])
      expect(scene.outbox.waiting('o1')[0]?.problem).toBe(problem)
      expect(texts(scene, 'o2')).toEqual(left)
    },
  )

  it('ask first when they have waited for a day, since the server has forgotten their keys by then', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    scene.time += 25 * 60 * 60 * 1000
    await scene.outbox.flush()
    expect(scene.sent).toEqual([])
    expect(scene.outbox.waiting('o1')[0]?.problem).toMatch(/waited for a day/)
    scene.outbox.release('o1', 'k1')
    await scene.outbox.flush()
    expect(scene.sent).toEqual([['o1', 'k1', 'One']])
  })

  it('are not sent twice by two who ask at once', async () => {
    const scene = opened()
    scene.outbox.add('o1', { key: 'k1', text: 'One' })
    await Promise.all([scene.outbox.flush(), scene.outbox.flush()])
    expect(scene.sent.length).toBe(1)
  })
})
