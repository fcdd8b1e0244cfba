import type { RouteObject } from 'react-router-dom'
import { Failure } from './shell/Failure.tsx'
import { onlyViewable, openView, requireAdmin, requireUser, requireVisitor } from './shell/guards.ts'
import { Opening, OpeningFailure, Shell } from './shell/Shell.tsx'
import { session } from './shell/session.ts'
import { loadZod } from './zod.ts'

/** Every screen there is, each loaded when it is first visited; after zod, where it checks as it is drawn. */
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
          { path: '/', lazy: () => import('./marketing/home.tsx') },
          { path: '/work/:id', lazy: () => import('./marketing/work/work.tsx') },
          { path: '/terms-and-conditions', lazy: () => import('./terms/terms.tsx') },
          {
            middleware: [requireVisitor],
            children: [
              { path: '/login', lazy: () => import('./account/login.tsx') },
              { path: '/register', lazy: () => import('./account/register.tsx') },
            ],
          },
          // With a session too: a person who has forgotten their password may still be logged in here.
          { path: '/forgot-password', lazy: () => import('./account/forgot-password.tsx') },
          { path: '/invitation/:token', lazy: () => import('./account/invitation.tsx') },
          { path: '/change-address/:token', lazy: () => import('./account/change-address-link.tsx') },
          { path: '/undo-address-change/:token', lazy: () => import('./account/change-address-link.tsx') },
          { path: '/set-up/:token', lazy: () => import('./account/set-up.tsx') },
          {
            middleware: [requireUser],
            children: [
              { path: '/dashboard', lazy: () => import('./projects/dashboard.tsx') },
              { path: '/history', lazy: () => import('./projects/history.tsx') },
              { path: '/settings', lazy: () => loadZod().then(() => import('./account/settings.tsx')) },
              { path: '/confirm-address/:token', lazy: () => import('./account/confirm-address.tsx') },
              { path: '/order-detail/:id', lazy: () => import('./orders/order.tsx') },
            ],
          },
          {
            middleware: [requireAdmin],
            children: [
              { path: '/orders', lazy: () => import('./admin/orders/orders.tsx') },
              { path: '/activity', lazy: () => loadZod().then(() => import('./admin/activity/activity.tsx')) },
              { path: '/security', lazy: () => loadZod().then(() => import('./admin/security/security.tsx')) },
              { path: '/people', lazy: () => loadZod().then(() => import('./admin/people/people.tsx')) },
              { path: '/people/:id', lazy: () => loadZod().then(() => import('./admin/people/person.tsx')) },
              {
                path: '/integrations',
                lazy: () => loadZod().then(() => import('./admin/integrations/integrations.tsx')),
              },
              { path: '/leads', lazy: () => loadZod().then(() => import('./admin/leads/leads.tsx')) },
              { path: '/questions', lazy: () => loadZod().then(() => import('./admin/questions/questions.tsx')) },
              { path: '/progress-tracker', lazy: () => loadZod().then(() => import('./admin/steps/steps.tsx')) },
              { path: '/agency', lazy: () => loadZod().then(() => import('./admin/agency/agency.tsx')) },
            ],
          },
          { path: '/view-as/*', loader: openView },
          { path: '*', lazy: () => import('./shell/NotFound.tsx') },
        ],
      },
    ],
  },
]
