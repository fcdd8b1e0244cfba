import type { RouteObject } from 'react-router-dom'
import { loadZod } from './lazy-zod.ts'
import { Failure } from './shell/Failure.tsx'
import { onlyViewable, openView, requireAdmin, requireUser, requireVisitor } from './shell/guards.ts'
import { Opening, OpeningFailure, Shell } from './shell/Shell.tsx'
import { session } from './shell/session.ts'

/** Loads a page after zod. Where that does not come, the page is broken: the router never loads one again that failed. */
const afterZod = (page: keyof typeof import('./checked-pages.ts')) => async () => {
  const [pages] = await Promise.all([import('./checked-pages.ts'), loadZod()]).catch(() => {
    throw Error()
  })
  return pages[page]()
}

/**
 * Every screen there is, each loaded when it is first visited; after zod, where it checks as it is drawn. `handle`: its name,
 * known before its data.
 */
export const routes: RouteObject[] = [
  {
    id: 'root',
    // Not awaited: public pages do not wait for the server to say who is reading them.
    loader: () => ({ session: session() }),
    shouldRevalidate: () => true,
    Component: Shell,
    HydrateFallback: Opening,
    ErrorBoundary: OpeningFailure,
    children: [
      {
        ErrorBoundary: Failure,
        middleware: [onlyViewable],
        children: [
          { path: '/', lazy: () => import('./site/home.tsx') },
          { path: '/work/:id', lazy: () => import('./site/work/work.tsx') },
          { path: '/terms-and-conditions', lazy: () => import('./site/terms/terms.tsx') },
          {
            middleware: [requireVisitor],
            children: [
              { path: '/login', lazy: () => import('./account/login.tsx') },
              { path: '/register', lazy: () => import('./account/register.tsx') },
            ],
          },
          // With a session too: a person who has forgotten their password may still be logged in here.
          { path: '/forgot-password', lazy: () => import('./account/forgot-password.tsx') },
          { path: '/invitation/:token', lazy: () => import('./account/invitation.tsx'), handle: 'Invitation' },
          { path: '/change-address/:token', lazy: () => import('./account/change-address-link.tsx') },
          { path: '/undo-address-change/:token', lazy: () => import('./account/change-address-link.tsx') },
          { path: '/set-up/:token', lazy: () => import('./account/set-up.tsx') },
          {
            middleware: [requireUser],
            children: [
              { path: '/dashboard', lazy: () => import('./order/projects/dashboard.tsx'), handle: 'Dashboard' },
              { path: '/history', lazy: () => import('./order/projects/closed-projects.tsx'), handle: 'History' },
              { path: '/settings', lazy: afterZod('settings'), handle: 'Settings' },
              { path: '/confirm-address/:token', lazy: () => import('./account/confirm-address.tsx') },
              { path: '/order-detail/:id', lazy: () => import('./order/order.tsx'), handle: 'Project' },
            ],
          },
          {
            middleware: [requireAdmin],
            children: [
              { path: '/orders', lazy: () => import('./order/desk/orders.tsx'), handle: 'Orders' },
              { path: '/activity', lazy: afterZod('activity'), handle: 'Activity' },
              { path: '/security', lazy: afterZod('security'), handle: 'Security' },
              { path: '/people', lazy: afterZod('people'), handle: 'People' },
              { path: '/people/:id', lazy: afterZod('person'), handle: 'People' },
              { path: '/integrations', lazy: afterZod('integrations'), handle: 'Integrations' },
              { path: '/leads', lazy: afterZod('leads'), handle: 'Leads' },
              { path: '/questions', lazy: afterZod('questions'), handle: 'Questions' },
              { path: '/progress-tracker', lazy: afterZod('steps'), handle: 'Progress Tracker' },
              { path: '/agency', lazy: afterZod('agency'), handle: 'Agency' },
            ],
          },
          { path: '/view-as/*', loader: openView },
          { path: '*', lazy: () => import('./shell/not-found.tsx') },
        ],
      },
    ],
  },
]
