import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { pushService } from '#infra/push/testing.ts'
import { isLive, logIn, openBrowser, person, resumeSession } from './browsing.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    startTestServer({ push: { local: true } }),
    openBrowser({ notifications: true }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

// One without a window calls itself by another name.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A client's browser with push notifications, by a push service on this machine: a real one is out of reach here. */
async function device(client: Visitor, path: string) {
  const service = await pushService()
  const { context, page } = await person(browser, server.url, { userAgent })
  onTestFinished(() => context.close())
  await context.grantPermissions(['notifications'], { origin: server.url })
  await resumeSession(context, client)
  let isSubscribed = false // a browser keeps it as pages come and go
  await context.exposeFunction('subscribed', (changed = isSubscribed) => (isSubscribed = changed))
  await context.addInitScript((subscription) => {
    const { subscribed } = window as unknown as { subscribed(changed?: boolean): Promise<boolean> }
    const unsubscribe = () => subscribed(false).then(() => true)
    const made = { ...subscription, toJSON: () => subscription, unsubscribe }
    Object.assign(PushManager.prototype, {
      subscribe: () => subscribed(true).then(() => made),
      getSubscription: async () => ((await subscribed()) ? made : null),
    })
  }, service.subscribe())
  await page.goto(path)
  return { page, context, service, isSubscribed: () => isSubscribed }
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
/** The page knows that its offer was taken: the server knows it a moment before. */
const isAnswered = (page: Page) => page.getByText('Get a notification on this device').waitFor({ state: 'detached' })

describe('being notified', () => {
  // spec: 3.22, 7.33
  it('is offered once on the dashboard, and begins only with a click', async () => {
    const client = await server.client()
    const order = await client.order()
    const { page, service } = await device(client, '/dashboard')
    await says(page, 'Get a notification on this device when there is news?')
    expect((await client.get('/api/subscriptions')).body.data).toEqual([])
    await press(page, 'Turn on notifications')
    await expect.poll(async () => (await client.get('/api/subscriptions')).body.data.length).toBe(1)
    await isAnswered(page)
    await page.goto('/settings')
    await (await server.admin()).post('/api/send-message', { orderId: order, text: 'The first draft is up' })
    await expect.poll(() => service.delivered.map(({ notice }) => notice)).toHaveLength(1)
    expect(service.delivered[0]!.notice).toMatchObject({ title: 'Asha Rao #1', url: `/order-detail/${order}` })
    await page.goto('/dashboard')
    await says(page, 'Current Projects')
    expect(await page.getByText('Get a notification on this device').count()).toBe(0)
  })

  it('goes on after a logout and a login, without being asked for again', async () => {
    const client = await server.client()
    await client.order()
    const { page } = await device(client, '/dashboard')
    const { email } = (await client.get('/api/session')).body
    const again = server.visitor()
    await again.post('/api/login', { email, password: 'bread-at-six-gone-by-ten' })
    const devices = async () => (await again.get('/api/subscriptions')).body.data.length
    await press(page, 'Turn on notifications')
    await expect.poll(devices).toBe(1)
    await isAnswered(page)
    await press(page, 'Logout')
    await page.waitForURL(/\/login$/)
    await expect.poll(devices).toBe(0)
    await logIn(page, { email, password: 'bread-at-six-gone-by-ten' })
    await expect.poll(devices).toBe(1)
  })

  it.each(['client', 'admin'] as const)('goes on after a login of the %s, whatever page they open', async (role) => {
    const client = await server.client()
    const order = await client.order()
    const visitor = role === 'client' ? client : await server.admin()
    const { page, context } = await device(visitor, '/settings')
    const { email } = (await visitor.get('/api/session')).body
    const devices = async (of: Visitor) => (await of.get('/api/subscriptions')).body.data.length
    await press(page, 'Turn on notifications on this device')
    await expect.poll(() => devices(visitor)).toBe(1)
    await page.getByText('Chrome on Linux').first().waitFor()
    await press(page, 'Logout')
    await page.waitForURL(/\/login$/)
    const again = role === 'client' ? server.visitor() : await server.admin()
    if (role === 'client') await again.post('/api/login', { email, password: 'bread-at-six-gone-by-ten' })
    await expect.poll(() => devices(again)).toBe(0)
    await resumeSession(context, again)
    await page.goto(`/order-detail/${order}`)
    await expect.poll(() => devices(again)).toBe(1)
  })

  it('is renewed once an hour, and at each login', async () => {
    const client = await server.client()
    await client.order()
    const { page } = await device(client, '/dashboard')
    const { email } = (await client.get('/api/session')).body
    await press(page, 'Turn on notifications')
    await isAnswered(page)
    const requests: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/push-key') && requests.push(request.url()))
    const isRenewed = () => page.evaluate(() => localStorage.getItem('push-renewed'))
    await page.reload()
    await expect.poll(isRenewed).not.toBeNull()
    await page.reload()
    await isLive(page)
    expect(requests).toHaveLength(1)
    const again = server.visitor()
    const password = 'bread-at-six-gone-by-ten'
    await again.post('/api/login', { email, password })
    await again.post('/api/sign-out-everywhere', {})
    await page.waitForURL(/\/login$/)
    await logIn(page, { email, password })
    await expect.poll(() => requests.length).toBe(2)
    await again.post('/api/login', { email, password })
    await expect.poll(async () => (await again.get('/api/subscriptions')).body.data).toHaveLength(1)
    await expect.poll(isRenewed).not.toBeNull()
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.reload()
    await expect.poll(() => requests.length).toBe(3)
  })

  it('ends in a browser once another person logs in there, and goes on with the next login of the first', async () => {
    const [client, another] = [await server.client(), await server.client('Bilal Sheikh')]
    const { page, context, isSubscribed } = await device(client, '/settings')
    await press(page, 'Turn on notifications on this device')
    await page.getByText('Chrome on Linux').first().waitFor()
    expect(isSubscribed()).toBe(true)
    await context.clearCookies() // the session ended in this browser alone
    const emailOf = async (of: Visitor) => (await of.get('/api/session')).body.email
    await logIn(page, { email: await emailOf(another), password: 'bread-at-six-gone-by-ten' })
    await expect.poll(isSubscribed).toBe(false)
    await context.clearCookies()
    await logIn(page, { email: await emailOf(client), password: 'bread-at-six-gone-by-ten' })
    await expect.poll(isSubscribed).toBe(true)
  })

  it('does not go on once it was turned off from another device', async () => {
    const client = await server.client()
    await client.order()
    const { page } = await device(client, '/dashboard')
    const devices = async () => (await client.get('/api/subscriptions')).body.data
    await press(page, 'Turn on notifications')
    await expect.poll(devices).toHaveLength(1)
    await isAnswered(page)
    await client.ask('DELETE', `/api/delete-subscription?id=${(await devices())[0].id}`)
    const renewed = page.waitForResponse('**/api/add-subscription')
    await page.reload()
    await (await renewed).finished()
    expect(await devices()).toEqual([])
    const { id } = (await client.get('/api/session')).body
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `told-here:${id}`)).toBe('no')
    await page.goto('/settings')
    await press(page, 'Turn on notifications on this device')
    await expect.poll(devices).toHaveLength(1)
  })

  it('is not offered again to those who said no', async () => {
    const client = await server.client()
    await client.order()
    const { page } = await device(client, '/dashboard')
    await press(page, 'Not now')
    await page.reload()
    await says(page, 'Current Projects')
    expect(await page.getByText('Get a notification on this device').count()).toBe(0)
    expect((await client.get('/api/subscriptions')).body.data).toEqual([])
  })

  // spec: 7.34
  it('says so when it could not begin, and nothing where no one asked', async () => {
    const away = /is not available|can’t reach the server/
    const client = await server.client()
    await client.order()
    const { page, context } = await device(client, '/dashboard')
    let requests = 0
    await page.route('**/api/push-key', (route) => {
      requests++
      return route.abort()
    })
    await press(page, 'Turn on notifications')
    await says(page, away)
    const { id } = (await client.get('/api/session')).body
    await page.evaluate((key) => localStorage.setItem(key, 'yes'), `told-here:${id}`)
    await page.reload()
    await expect.poll(() => requests).toBe(2)
    await says(page, 'Current Projects')
    expect(await page.getByText(away).count()).toBe(0)
    await page.unroute('**/api/push-key')
    await page.goto('/settings')
    await page.evaluate(() => Object.assign(Notification, { requestPermission: async () => 'default' })) // closed unanswered
    await press(page, 'Turn on notifications on this device')
    await says(page, 'Notifications are still off.')
    await context.clearPermissions()
    await page.reload()
    await press(page, 'Turn on notifications on this device')
    await says(page, 'Notifications are blocked.')
    expect((await client.get('/api/subscriptions')).body.data).toEqual([])
  })

  // spec: 7.36
  it('is tried and ended in the settings', async () => {
    const client = await server.client()
    const { page, service } = await device(client, '/settings')
    await says(page, 'No devices yet')
    await press(page, 'Turn on notifications on this device')
    await page.getByText('Chrome on Linux').first().waitFor()
    await says(page, 'this device')
    await press(page, 'Send a test notification')
    await says(page, 'Sent to 1 device')
    expect(service.delivered.map(({ notice }) => notice)).toEqual([
      expect.objectContaining({ title: 'Test notification', url: '/dashboard' }),
    ])
    await press(page, 'Remove Chrome on Linux')
    await says(page, 'No devices yet')
  })

  it('is a choice by each way', async () => {
    const client = await server.client()
    const { page } = await device(client, '/settings')
    const mail = page.getByRole('checkbox', { name: /^By email/ })
    expect(await mail.isChecked()).toBe(true)
    await mail.uncheck()
    await expect.poll(async () => (await client.get('/api/notifications')).body).toEqual({ mail: false, push: true })
    await page.reload()
    expect(await mail.isChecked()).toBe(false)
    await page.route('**/api/choose-notifications', (route) => route.abort())
    await mail.click()
    await says(page, 'We can’t reach the server')
    expect(await mail.isChecked()).toBe(false)
  })
})

describe('the service worker', () => {
  /**
   * Hands the worker a push, as the browser does when one arrives, and waits until the worker has shown it: Chromium
   * throws away a notification that a page asks for (`getNotifications`) while it is being shown.
   */
  async function pushed(context: BrowserContext, page: Page, data: string): Promise<void> {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const hasShown = await worker.evaluateHandle(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the types of a page know no worker
      const { registration } = globalThis as any
      const { promise, resolve } = Promise.withResolvers<void>()
      const show = registration.showNotification.bind(registration)
      registration.showNotification = (...words: unknown[]) => show(...words).then(resolve)
      return { promise }
    })
    const line = await context.newCDPSession(page)
    const known = Promise.withResolvers<string>()
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ isDeleted }) => !isDeleted)
      if (ours) known.resolve(ours.registrationId)
    })
    await line.send('ServiceWorker.enable')
    await line.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await known.promise,
      data,
    })
    await hasShown.evaluate(({ promise }) => promise)
  }
  const shown = (page: Page) =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
        getNotifications: () => ready.getNotifications(),
      }))
      return (await getNotifications()).map(({ title, body, data }) => [title, body, data?.url])
    })

  // spec: 7.35
  it('shows what it is told, opens where it happened beside the page that is open, and keeps no page', async () => {
    const client = await server.client()
    const order = await client.order()
    const { page, context } = await device(client, '/settings')
    await press(page, 'Turn on notifications on this device')
    await page.getByText('Chrome on Linux').first().waitFor()
    const notice = {
      title: 'Asha Rao #1',
      body: 'Meera: The first draft is up',
      url: `/order-detail/${order}`,
      tag: '1',
    }
    await pushed(context, page, JSON.stringify(notice))
    await expect.poll(() => shown(page)).toEqual([[notice.title, notice.body, notice.url]])
    expect(await page.evaluate(() => caches.keys())).toEqual([])

    const worker = context.serviceWorkers()[0]!
    const opened = await worker.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: the types of a page know no worker
      const self = globalThis as any
      const [notification] = await self.registration.getNotifications()
      const { promise, resolve } = Promise.withResolvers<string>()
      // Refused by the browser unless a person has clicked.
      self.clients.openWindow = async (url: string) => resolve(url)
      self.dispatchEvent(new self.NotificationEvent('notificationclick', { notification }))
      return promise
    })
    expect(opened).toBe(server.url + notice.url)
    await expect.poll(() => shown(page)).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/settings')
  })

  it('shows something also when it cannot read what it is told', async () => {
    const { page, context } = await device(await server.client(), '/settings')
    await press(page, 'Turn on notifications on this device')
    await page.getByText('Chrome on Linux').first().waitFor()
    await pushed(context, page, 'not what we send')
    await expect.poll(() => shown(page)).toEqual([['New activity in your project', '', '/dashboard']])
  })
})

describe('the installed site', () => {
  // spec: 7.43
  it('has a manifest, and icons that are there', async () => {
    const { page } = await device(await server.client(), '/')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const answer = await page.request.get(href!)
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const { start_url, display, icons } = (await answer.json()) as {
      start_url: string
      display: string
      icons: { src: string; type: string }[]
    }
    expect([start_url, display]).toEqual(['/dashboard', 'standalone'])
    for (const { src, type } of icons) {
      const icon = await page.request.get(src)
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, expect.stringContaining(type)])
    }
  })
})
