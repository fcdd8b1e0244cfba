import { works } from './works.ts'

/** The paths of the pages there are, as the router writes them: anything else is not found, with a real 404. */
export const pages = [
  '/',
  '/work/:id',
  '/terms-and-conditions',
  '/login',
  '/register',
  '/forgot-password',
  '/invitation/:token',
  '/set-up/:token',
  '/confirm-address/:token',
  '/change-address/:token',
  '/undo-address-change/:token',
  '/dashboard',
  '/history',
  '/settings',
  '/orders',
  '/integrations',
  '/leads',
  '/questions',
  '/progress-tracker',
  '/agency',
  '/security',
  '/activity',
  '/people',
  '/people/:id',
  '/view-as/:client/dashboard',
  '/view-as/:client/history',
  '/view-as/:client/order-detail/:id',
  '/order-detail/:id',
] as const

/** The pages for everyone, whole paths: they are served as finished HTML. */
export const publicPages: readonly string[] = [
  '/',
  ...works.map(({ id }) => `/work/${id}`),
  '/terms-and-conditions',
  '/login',
  '/register',
  '/forgot-password',
]

/** The pages that search engines are to know, among them those of the published works. */
export const listedPages = (published: readonly { id: number }[]): string[] => [
  '/',
  ...published.map(({ id }) => `/work/${id}`),
  '/terms-and-conditions',
]

/** The page for everyone that a path, with or without a slash at its end, leads to; undefined for any other path. */
export function publicPageAt(path: string): string | undefined {
  const page = path.replace(/(?<=.)\/$/, '')
  return publicPages.includes(page) ? page : undefined
}

/** Whether a page stands at a path. */
export const isPage = (path: string): boolean =>
  /^\/work\//.test(path)
    ? publicPageAt(path) !== undefined
    : pages.some((page) => new RegExp(`^${page.replace(/:[^/]+/g, '[^/]+')}/?$`).test(path))
