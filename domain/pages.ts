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
  '/dashboard',
  '/history',
  '/settings',
  '/orders',
  '/integrations',
  '/leads',
  '/questions',
  '/progress-tracker',
  '/agency',
  '/people',
  '/people/:id',
  '/view-as/:client/dashboard',
  '/view-as/:client/history',
  '/view-as/:client/order-detail/:id',
  '/order-detail/:id',
] as const

/** Whether a page stands at a path. */
export const isPage = (path: string): boolean =>
  pages.some((page) => new RegExp(`^${page.replace(/:[^/]+/g, '[^/]+')}/?$`).test(path))
