// Pushes, and nothing else: no page and no answer is kept here, so that nobody ever reads an old one.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = noticeIn(event.data)
  // A browser that is told something has to show it: even a notice that cannot be read is shown as something.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', badge: '/badge.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.url))
})

function noticeIn(data) {
  try {
    const { title, body = '', url = '/dashboard', tag = '' } = data.json()
    return { title: String(title), body, url, tag }
  } catch {
    return { title: 'New activity in your project', body: '', url: '/dashboard', tag: '' }
  }
}

/** Brings the page to the front that the notice is about: one that shows it, one that can, or a new one. */
async function show(path) {
  const url = new URL(path ?? '/dashboard', self.location.origin)
  if (url.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname)
  const page = there ?? (await pages[0]?.navigate(url.href).catch(() => null))
  await (page ? page.focus() : self.clients.openWindow(url.href)).catch(() => {})
}
