// Which modules of the web app are built into one file (vite.config.ts).
import { join } from 'node:path'

/** The bundler’s data of modules. */
type Modules = { getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null }

const pageAt = (path: string) => join(import.meta.dirname, '../../../web', path)
/** The module that follows an order, and with it all its events and commands. */
const actions = pageAt('live/live-order.ts')
const [main, login, order] = [pageAt('main.tsx'), pageAt('account/login.tsx'), pageAt('order/order.tsx')]
/** The pages that people have open all day. */
export const portal = [pageAt('order/projects/dashboard.tsx'), order, pageAt('order/desk/orders.tsx')]

/** The modules that a module loads at once, itself among them. */
const loadedWith = once((id, modules) => {
  const found = new Set([id])
  for (const each of found) for (const next of modules.getModuleInfo(each)?.importedIds ?? []) found.add(next)
  return found
})

/** The modules that are loaded, at once or in the end, when a page never is. */
const loadedWithout = once((page, modules) => {
  const found = new Set([main])
  for (const each of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(each) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds]) if (next !== page) found.add(next)
  }
  return found
})

function once(find: (id: string, modules: Modules) => Set<string>): typeof find {
  const known = new Map<string, Set<string>>()
  return (id, modules) => {
    const found = known.get(id) ?? find(id, modules)
    known.set(id, found)
    return found
  }
}

/**
 * The file that a module is put into, for the pages of the portal: `app` has what every page begins with, `lists` what the
 * two lists share and an order's page does not need, `actions` what an order's page needs once it is drawn, `portal` what else several of them have, or one of them and /login,
 * which leads to them, or an order's page and other pages. What else a page has stands in two: one for what is used without
 * it as well, one with the page itself. Null where the bundler puts it where it is used.
 */
function fileOf(id: string, modules: Modules): string | null {
  if (id === main) return null
  if (loadedWith(main, modules).has(id)) return 'app'
  if (loadedWith(actions, modules).has(id) && !loadedWith(order, modules).has(id)) return 'actions'
  const [page, ...more] = portal.filter((each) => loadedWith(each, modules).has(id))
  if (!page) return null
  const withLogin = loadedWith(login, modules).has(id)
  if (more.length > 0 && !withLogin && !loadedWith(order, modules).has(id)) return 'lists'
  if (more.length > 0 || withLogin) return 'portal'
  const name = /(\w+)\.tsx$/.exec(page)![1]
  if (!loadedWithout(page, modules).has(id)) return `${name}-own`
  return page === order ? 'portal' : `${name}-parts`
}

/**
 * How the bundler puts modules together. By itself it makes forty small files of a page of the portal: each takes a browser a
 * millisecond to ask for, and is compressed without what stands in the others. What others need goes before them.
 */
export const groups = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 7 },
  ...['app', 'portal', 'actions', 'lists', '-parts', '-own'].map((ending, at) => ({
    name(id: string, modules: Modules) {
      const name = fileOf(id, modules)
      return name?.endsWith(ending) ? name : null
    },
    debugName: ending,
    priority: 6 - at,
  })),
  // What most tabs of an order have in common with the lists, so that a client loads no list for them. The history is one.
  {
    name: 'parts',
    test: /\/web\/(kit\/(Conflict|focus|Modal|NotSent|ProgressRule|SearchField)|live\/useErasureCompleted|file-calls)\.tsx?$/,
    priority: 3,
  },
  // Small parts of forms: the name of each file that a page may load later costs its first load.
  {
    name: 'forms',
    test: /\/web\/(kit\/(Confirm|Copy|useSyncedForm|synced|UnsavedForms)|live\/useVersions)\.tsx?$/,
    priority: 0,
  },
  {
    name: 'order-forms',
    test: /\/web\/order\/(CommandForm|useOrderForm)\.tsx?$/,
    priority: 0,
  },
  {
    name: 'words',
    test: /\/domain\/(words\/(issued-words|order-titles|payment-titles|invoice-rows)|order\/states)\.ts$/,
    priority: 0,
  },
]
