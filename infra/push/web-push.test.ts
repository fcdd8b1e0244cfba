import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Misconfigured } from '#infra/misconfigured.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { vapidKeys } from './keys.ts'
import { PushRefused, SubscriptionGone } from './pusher.ts'
import { pushService, signatureOf } from './testing.ts'
import { openWebPush } from './web-push.ts'

const notice = { title: 'Asha Rao #3', body: 'लैंडिंग is done — ₹', url: '/order-detail/1', tag: 'event-1' }
const subject = 'mailto:studio@longhand.example'

async function folder() {
  const made = await mkdtemp(join(tmpdir(), 'atelier-push-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

async function pusher(local = true) {
  const opened = openWebPush({ keys: await vapidKeys(await folder()), subject, local })
  onTestFinished(() => opened.close())
  return opened
}

describe('web push', () => {
  it('reaches the browser, which alone can read it', async () => {
    const [service, push] = [await pushService(), await pusher()]
    await push.send(service.subscribe(), notice)
    expect(service.delivered.map(({ notice }) => notice)).toEqual([notice])
    expect(service.delivered[0]!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200' })
    const { key, aud, sub, exp } = signatureOf(service.delivered[0]!)
    expect({ key, aud, sub }).toEqual({ key: push.publicKey, aud: service.url, sub: subject })
    expect(exp * 1000).toBeGreaterThan(Date.now())
  })

  it('shortens what no push service would take', async () => {
    const [service, push] = [await pushService(), await pusher()]
    await push.send(service.subscribe(), { ...notice, title: '🧵'.repeat(400), body: '🧵'.repeat(4_000) })
    const { title, body } = service.delivered[0]!.notice as typeof notice
    expect([...title]).toHaveLength(120)
    expect(body).toBe(`${'🧵'.repeat(499)}…`)
    expect(Number(service.delivered[0]!.headers['content-length'])).toBeLessThan(4_096)
  })

  it.each([
    [404, SubscriptionGone],
    [410, SubscriptionGone],
    [101, Unavailable],
    [429, Unavailable],
    [500, Unavailable],
    [503, Unavailable],
    [400, PushRefused],
    [403, PushRefused],
    [302, PushRefused],
  ])('takes %i for what it is', async (status, error) => {
    const [service, push] = [await pushService(), await pusher()]
    service.answers(status)
    await expect(push.send(service.subscribe(), notice)).rejects.toThrow(error)
    expect(service.requestCount()).toBe(1)
  })

  it('says that it is unavailable while no one answers', async () => {
    const [service, push] = [await pushService(), await pusher()]
    const subscription = service.subscribe()
    service.close()
    await expect(push.send(subscription, notice)).rejects.toThrow(Unavailable)
  })

  it('takes a subscription whose keys are none for one that is gone', async () => {
    const [service, push] = [await pushService(), await pusher()]
    const { endpoint, keys } = service.subscribe()
    const broken = { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }
    await expect(push.send(broken, notice)).rejects.toThrow(SubscriptionGone)
    expect(service.requestCount()).toBe(0)
  })

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://127.0.0.1/x', false],
    ['https://[::1]/x', false],
    ['https://2130706433/x', false],
    ['https://0x7f.1/x', false],
    ['https://localhost/x', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://user:pass@fcm.googleapis.com/x', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('sends to public hosts only: %s %s', async (endpoint, accepted) =>
    expect((await pusher(false)).accepts(endpoint)).toBe(accepted),
  )

  it('connects nowhere for an endpoint it would not take', async () => {
    const [service, push] = [await pushService(), await pusher(false)]
    await expect(push.send(service.subscribe(), notice)).rejects.toThrow(SubscriptionGone)
    expect(service.requestCount()).toBe(0)
  })
})

describe('VAPID keys', () => {
  it('are made once, for their owner only', async () => {
    const dataDir = await folder()
    const made = await vapidKeys(dataDir)
    expect(await vapidKeys(dataDir)).toEqual(made)
    expect(await readFile(join(dataDir, 'vapid.secret'), 'utf8')).toBe(made.privateKey)
    expect((await stat(join(dataDir, 'vapid.secret'))).mode & 0o777).toBe(0o600)
    expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65)
  })

  it('are those of a file that was put back by hand, with a line break', async () => {
    const dataDir = await folder()
    const made = await vapidKeys(dataDir)
    await writeFile(join(dataDir, 'vapid.secret'), `${made.privateKey}\n`)
    expect(await vapidKeys(dataDir)).toEqual(made)
  })

  it('may be given, if they belong together', async () => {
    const [one, other] = [await vapidKeys(await folder()), await vapidKeys(await folder())]
    expect(await vapidKeys('/nowhere', one)).toEqual(one)
    const mixed = { ...one, publicKey: other.publicKey }
    await expect(vapidKeys('/nowhere', mixed)).rejects.toThrow('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.')
  })

  it('are refused in a sentence where the private one is no key', async () => {
    const { publicKey } = await vapidKeys(await folder())
    const refused = vapidKeys('/nowhere', { publicKey, privateKey: 'A'.repeat(43) })
    await expect(refused).rejects.toThrow(new Misconfigured('VAPID_PRIVATE_KEY is not a private VAPID key.'))
  })
})
