// A classic script in the head, so that the paper has its colour before anything is drawn on it.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  window.heldAtOpening = localStorage.getItem('account') // web/main.tsx looks whether it still is
} catch {
  // Storage may be refused; the system's choice stands.
}

// A page that the server has drawn is as it is without what this browser keeps. Where that would change it, it is not shown
// before a script has drawn it so (shell/Shell.css, web/main.tsx): another tab, a message half written, keys turned off.
const { dataset } = document.documentElement
if (dataset.drawn) {
  try {
    const [, order] = /^\/order-detail\/([\w-]+)$/.exec(location.pathname) ?? []
    const tab = location.search || history.state?.key ? undefined : localStorage.getItem(`order-tab:${order}`)
    const isAsDrawn =
      (tab ?? 'overview') === 'overview' &&
      (localStorage.getItem('shared-files-display') ?? 'all') === 'all' &&
      localStorage.getItem('order-keys') !== 'off' &&
      (location.pathname !== '/orders' ||
        /[?&](sort|view)=/.test(location.search) ||
        (localStorage.getItem('orders-sort') ?? 'newest') === 'newest') &&
      !sessionStorage.getItem(`message-draft:${order}`) &&
      !Object.keys(localStorage).some((key) => key.startsWith('outbox:'))
    if (!isAsDrawn) dataset.otherwise = ''
    if (localStorage.getItem(`address-asked:${localStorage.getItem('account')}`)) dataset.addressAsked = ''
  } catch {
    // Nothing is kept where nothing may be.
  }
}

// Who has a session: who that is, and what the page shows, is asked for while the page's own code is still on its way
// (web/early.ts takes the answers).
if (/(^|; )signed-in=1(;|$)/.test(document.cookie) && !dataset.drawn) {
  const { pathname, search } = location
  const order = /^\/order-detail\/([\w-]+)$/.exec(pathname)
  const paths = [
    ...(pathname.startsWith('/view-as/') ? [] : ['/api/session']),
    ...(order ? [`/api/get-single-order?id=${order[1]}`] : []),
    ...(pathname === '/dashboard' && !search ? ['/api/check-submission', '/api/user-order?status=open&limit=50'] : []),
  ]
  const ask = (path) => fetch(path, { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
  window.early = new Map(paths.map((path) => [path, ask(path)]))
  for (const answer of window.early.values()) answer.catch(() => {})
}
