import express, { type Express } from 'express'
import helmet from 'helmet'
import { NotFound } from '#domain/action.ts'
import { sayAlive, sayReady } from '#projections/health.ts'
import { accountRoutes } from './account.ts'
import { adminRoutes } from './admins.ts'
import { agencyRoutes } from './agency.ts'
import { docsRoutes } from './docs.ts'
import { draftRoutes } from './drafts.ts'
import { leadRoutes, smallCalls } from './leads.ts'
import { createLimiter } from './limits.ts'
import { noticeRoutes } from './notices.ts'
import { onboardingRoutes } from './onboarding.ts'
import { orderRoutes } from './orders.ts'
import { outboxRoutes } from './outbox.ts'
import { pageRoutes } from './pages.ts'
import type { Parts } from './parts.ts'
import { priceRoutes } from './prices.ts'
import { problems } from './problems.ts'
import { resetRoutes } from './reset.ts'
import { onlySameOrigin } from './same-origin.ts'
import { sharedFileRoutes } from './shared-files.ts'
import { templateRoutes } from './templates.ts'
import { timed } from './timed.ts'
import { fileRoutes } from './uploads.ts'

/** The whole of the server's HTTP, live updates aside. */
export function createApp(parts: Parts): Express {
  const { settings, projections, log, whatIsDown, metrics } = parts
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('trust proxy', settings.trustProxy ?? false)
  app.locals.limiter = createLimiter(settings.limits)
  app.use(helmet({ contentSecurityPolicy: { directives: policy }, strictTransportSecurity: settings.production }))
  app.get('/healthz', sayAlive).get('/readyz', sayReady(projections.all, whatIsDown))
  if (metrics) app.use(timed(metrics)) // after those: who asks for health would only blur it
  app.use(onlySameOrigin(settings.publicUrl))
  app.use(smallCalls, express.json({ limit: '4kb' }))
  app.use(express.json({ limit: '256kb' }))

  // One origin: whoever prefers a page gets the page, everybody else the session user.
  app.get('/', (request, response, next) => {
    response.vary('Accept')
    if (request.accepts(['json', 'html']) === 'json') request.url = '/api/session'
    next()
  })

  app.use(accountRoutes(parts), resetRoutes(parts), adminRoutes(parts))
  app.use(onboardingRoutes(parts), orderRoutes(parts), sharedFileRoutes(parts), fileRoutes(parts))
  app.use(draftRoutes(parts), templateRoutes(parts), priceRoutes(parts), agencyRoutes(parts))
  app.use(leadRoutes(parts), noticeRoutes(parts))
  app.use(docsRoutes(app, parts), outboxRoutes(parts))
  app.use('/api', (_request, _response, next) => next(new NotFound('There is no such call')))
  app.use(pageRoutes(parts))
  app.use(problems(log))
  return app
}

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // A design is shown where it is drawn.
  frameSrc: ['https://www.figma.com'],
  frameAncestors: ["'none'"],
  // Behind TLS the proxy sends people there; without it (a first try on one's own machine) this would break the page.
  upgradeInsecureRequests: null,
}
