import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { Invalid, NotFound } from '#domain/action.ts'
import { endpointOf } from '#domain/contract/endpoints.ts'
import { isTooDeep } from '#domain/json.ts'
import { sayAlive, sayReady } from '#projections/health.ts'
import { accountRoutes } from './account.ts'
import { adminRoutes } from './admins.ts'
import { agencyRoutes } from './agency.ts'
import { docsRoutes } from './docs.ts'
import { draftRoutes } from './drafts.ts'
import { createRouter, type Routes } from './http/router.ts'
import { leadRoutes } from './leads.ts'
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
  app.use(helmet({ contentSecurityPolicy: { directives: policy }, strictTransportSecurity: settings.production }))
  app.get('/healthz', sayAlive).get('/readyz', sayReady(projections.all, whatIsDown))
  if (metrics) app.use(timed(metrics)) // after those: who asks for health would only blur it
  app.use(onlySameOrigin(settings.publicUrl))
  app.use(smallBodies, express.json({ limit: '4kb' }))
  app.use(express.json({ limit: '256kb' }), onlyShallowJson)

  // One origin: whoever prefers a page gets the page, everybody else the session user.
  app.get('/', (request, response, next) => {
    response.vary('Accept')
    if (request.accepts(['json', 'html']) === 'json') request.url = '/api/session'
    next()
  })

  const routes: Routes = {
    ...accountRoutes(parts),
    ...resetRoutes(parts),
    ...adminRoutes(parts),
    ...onboardingRoutes(parts),
    ...draftRoutes(parts),
    ...orderRoutes(parts),
    ...sharedFileRoutes(parts),
    ...fileRoutes(parts),
    ...templateRoutes(parts),
    ...priceRoutes(parts),
    ...agencyRoutes(parts),
    ...leadRoutes(parts),
    ...noticeRoutes(parts),
    ...docsRoutes(),
  }
  const limiter = createLimiter(settings.limits)
  app.use(createRouter(routes, { ...parts, limiter, checkAnswers: settings.checkAnswers ?? false }))
  app.use(outboxRoutes(parts))
  app.use('/api', (_request, _response, next) => next(new NotFound('There is no such call')))
  app.use(pageRoutes(parts))
  app.use(problems(log))
  return app
}

/** What anybody may send without a session has small bodies. */
const smallBodies = (['submitDetails', 'recordFitTest'] as const).map((name) => endpointOf(name).path)

/** Refuses JSON that goes deeper than any form does, before anything recurses over it. */
const onlyShallowJson: RequestHandler = (request, _response, next) => {
  if (isTooDeep(request.body)) throw new Invalid({ body: 'This could not be read' })
  next()
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
