import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { epochHeader } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import type { Log } from '#infra/log.ts'
import { answerLiveness, answerReadiness } from '#projections/health.ts'
import type { AppContext } from './app-context.ts'
import { endStalledAnswers, measureResponseTime } from './http/in-flight.ts'
import { problems } from './http/problems.ts'
import { onlySameOrigin } from './http/request-headers.ts'
import { serveCalls } from './routes/all.ts'
import { paymentWebhooks } from './routes/order/payment-webhooks.ts'

/** The whole of the server's HTTP, live updates aside. */
export function createApp(context: AppContext): Express {
  const { settings, projections, log, unavailableDependencies, metrics } = context
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('case sensitive routing', true)
    .set('strict routing', true)
    .set('trust proxy', settings.trustProxy ?? false)
  if (settings.trustProxy === undefined) app.use(warnOfProxy(log))
  // Other sites below this name may have no TLS.
  const strictTransportSecurity = settings.production && { includeSubDomains: false }
  app.use(helmet({ contentSecurityPolicy: { directives: policy }, strictTransportSecurity }))
  app
    .get('/healthz', answerLiveness)
    .get('/readyz', answerReadiness(projections.all, context, unavailableDependencies, context.warnings))
  if (metrics) app.use(measureResponseTime(metrics)) // after those: their answers are no measure of the others
  app.use(endStalledAnswers(settings.answerTimeoutMs))
  // Before what asks where a request comes from: these come from providers, and are signed.
  app.use(paymentWebhooks(context))
  app.use(onlySameOrigin(settings.publicUrl))
  const parsePublic = express.json({ limit: '4kb' })
  app.use((request, response, next) => (publicPaths.has(request.path) ? parsePublic(request, response, next) : next()))

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

  const security = serveCalls(app, context)
  app.use(problems(log, security, unavailableDependencies))
  return app
}

/** The paths of the calls that need no session: none of them takes a large body. */
const publicPaths = new Set(
  (Object.keys(contract) as CallName[])
    .filter((name) => contract[name].roles === 'anyone' && 'body' in contract[name])
    .map((name) => endpointOf(name).path),
)

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // Designs are shown as Figma embeds them.
  frameSrc: ['https://www.figma.com'],
  frameAncestors: ["'none'"],
  // Behind TLS the proxy sends people there; without it (a first try on one's own machine) this would break the page.
  upgradeInsecureRequests: null,
}

const proxyWarning = 'request came through a proxy but TRUST_PROXY is not set: all visitors share one rate limit'

/** Warns once that requests come through a proxy, where the settings name none. */
function warnOfProxy(log: Log): RequestHandler {
  let said = false
  return ({ headers }, _response, next) => {
    if (!said && (headers['x-forwarded-for'] || headers.forwarded)) {
      said = true
      log.warn(proxyWarning)
    }
    next()
  }
}
