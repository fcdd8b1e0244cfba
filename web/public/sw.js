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

/** Brings the page to the front that the notice is about, or opens one: another page may hold what is not saved yet. */
async function show(path) {
  const url = new URL(path ?? '/dashboard', self.location.origin)
  if (url.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((page) => new URL(page.url).pathname === url.pathname)
  await (page ? page.focus() : self.clients.openWindow(url.href)).catch(() => {})
}
