import type { RequestHandler } from 'express'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { NotFound } from '#domain/command.ts'
import { epochHeader } from '#domain/contract/call.ts'
import { endpointOf } from '#domain/contract/contract.ts'
import type { Log } from '#infra/log.ts'
import { answerLiveness, answerReadiness } from '#projections/health.ts'
import { createAddressProofs } from './address-proofs.ts'
import type { AppContext } from './app-context.ts'
import { createFunnel } from './funnel.ts'
import { createInFlight, endStalledAnswers } from './http/in-flight.ts'
import { problems } from './http/problems.ts'
import { onlySameOrigin } from './http/request-headers.ts'
import { measureResponseTime } from './http/response-time.ts'
import { createRouter, type Routes } from './http/router.ts'
import { createSecurityLog } from './http/security-log.ts'
import { createInvitations } from './invitations.ts'
import { accountRoutes } from './routes/account.ts'
import { activityRoutes } from './routes/activity.ts'
import { addressChangeRoutes } from './routes/address-change.ts'
import { adminRoutes } from './routes/admins.ts'
import { agencyRoutes } from './routes/agency.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { calendarRoutes } from './routes/calendar.ts'
import { deviceRoutes } from './routes/devices.ts'
import { docsRoutes } from './routes/docs.ts'
import { draftRoutes } from './routes/drafts.ts'
import { exportRoutes } from './routes/exports.ts'
import { funnelRoutes } from './routes/funnel.ts'
import { historyProofRoutes } from './routes/history-proof.ts'
import { leadRoutes } from './routes/leads.ts'
import { logoRoutes } from './routes/logo.ts'
import { mailTextRoutes } from './routes/mail-texts.ts'
import { noticeRoutes } from './routes/notices.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { orderExportRoutes } from './routes/order-exports.ts'
import { orderViewRoutes } from './routes/order-views.ts'
import { orderRoutes } from './routes/orders.ts'
import { outboxRoutes } from './routes/outbox.ts'
import { pageRoutes } from './routes/pages.ts'
import { peopleRoutes } from './routes/people.ts'
import { personalDataRoutes } from './routes/personal-data.ts'
import { portfolioRoutes } from './routes/portfolio.ts'
import { priceRoutes } from './routes/prices.ts'
import { resetRoutes } from './routes/reset.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { securityRoutes } from './routes/security.ts'
import { settingVersionRoutes } from './routes/setting-versions.ts'
import { sharedFileRoutes } from './routes/shared-files.ts'
import { templateRoutes } from './routes/templates.ts'
import { termsRoutes } from './routes/terms.ts'
import { fileRoutes } from './routes/uploads.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/** The whole of the server's HTTP, live updates aside. */
export function createApp(context: AppContext): Express {
  const { settings, projections, log, unavailableDependencies: whatIsDown, metrics } = context
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('case sensitive routing', true)
    .set('strict routing', true)
    .set('trust proxy', settings.trustProxy ?? false)
  if (settings.trustProxy === undefined) app.use(warnOfProxy(log))
  app.use(helmet({ contentSecurityPolicy: { directives: policy }, strictTransportSecurity: settings.production }))
  app
    .get('/healthz', answerLiveness)
    .get('/readyz', answerReadiness(projections.all, context, whatIsDown, context.warnings))
  if (metrics) app.use(measureResponseTime(metrics)) // after those: who asks for health would only blur it
  app.use(endStalledAnswers(settings.answerPatienceMs))
  app.use(onlySameOrigin(settings.publicUrl))
  app.use(smallBodies, express.json({ limit: '4kb' }))
  app.use(express.json({ limit: '256kb' }))

  // One origin: a request that prefers HTML gets the page, any other the session user.
  app.get('/', (request, response, next) => {
    response.vary('Accept')
    if (request.accepts(['json', 'html']) === 'json') request.url = '/api/session'
    next()
  })

  app.use('/api', (_request, response, next) => {
    response.set(epochHeader, context.epoch)
    next()
  })

  const invitations = createInvitations(context)
  const funnel = createFunnel(context)
  const proofs = createAddressProofs(context)
  const routes: Routes = {
    ...accountRoutes(context, { funnel, proofs }),
    ...resetRoutes(context, { proofs }),
    ...deviceRoutes(context, { proofs }),
    ...addressChangeRoutes(context),
    ...adminRoutes(context, invitations),
    ...onboardingRoutes(context),
    ...draftRoutes(context),
    ...orderRoutes(context),
    ...orderViewRoutes(),
    ...sharedFileRoutes(context),
    ...fileRoutes(context),
    ...templateRoutes(context),
    ...priceRoutes(context),
    ...agencyRoutes(context),
    ...logoRoutes(context),
    ...termsRoutes(context),
    ...portfolioRoutes(context),
    ...mailTextRoutes(context),
    ...settingVersionRoutes(context),
    ...leadRoutes(context, { invitations, proofs, funnel }),
    ...funnelRoutes(context, funnel),
    ...noticeRoutes(context),
    ...peopleRoutes(context),
    ...personalDataRoutes(context),
    ...secondFactorRoutes(context),
    ...exportRoutes(context),
    ...historyProofRoutes(context),
    ...orderExportRoutes(context),
    ...calendarRoutes(context),
    ...apiKeyRoutes(context),
    ...webhookRoutes(context),
    ...securityRoutes(context),
    ...activityRoutes(context),
    ...docsRoutes(),
  }
  const inFlight = createInFlight(settings.limits !== undefined)
  const security = createSecurityLog(settings.securityLog ? log : undefined, context.now, context.securityEntries.note)
  const checkAnswers = settings.checkAnswers ?? false
  const { router, read } = createRouter(routes, { ...context, inFlight, security, checkAnswers })
  app.use(router)
  app.use(outboxRoutes(context))
  app.use('/api', (_request, _response, next) => next(new NotFound('This endpoint doesn’t exist')))
  app.use(pageRoutes(context, read))
  app.use(problems(log, security, whatIsDown))
  return app
}

/** The calls without a session take small bodies only. */
const smallBodies = (['submitDetails', 'recordFitTest', 'beginFunnel', 'recordFunnelStep'] as const).map(
  (name) => endpointOf(name).path,
)

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

const message = 'request came through a proxy but TRUST_PROXY is not set: all visitors share one rate limit'

/** Says once that requests come through a proxy, where the settings say nothing of one. */
function warnOfProxy(log: Log): RequestHandler {
  let said = false
  return ({ headers }, _response, next) => {
    if (!said && (headers['x-forwarded-for'] || headers.forwarded)) {
      said = true
      log.warn(message)
    }
    next()
  }
}
