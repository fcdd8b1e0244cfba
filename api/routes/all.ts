import type { Express, RequestHandler } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { createInFlight } from '#api/http/in-flight.ts'
import { createRouter, type Routes } from '#api/http/router.ts'
import { createSecurityLog, type SecurityLog } from '#api/http/security-log.ts'
import { NotFound } from '#domain/command.ts'
import { accountRoutes } from './account/account.ts'
import { addressChangeRoutes } from './account/address-change.ts'
import { createAddressProofs } from './account/address-proofs.ts'
import { calendarRoutes } from './account/calendar.ts'
import { deviceCodeRoutes } from './account/device-codes.ts'
import { createInvitations, invitationRoutes } from './account/invitations.ts'
import { notificationRoutes } from './account/notifications.ts'
import { peopleRoutes } from './account/people.ts'
import { personalDataRoutes } from './account/personal-data.ts'
import { resetRoutes } from './account/reset.ts'
import { secondFactorRoutes } from './account/second-factor.ts'
import { securityRoutes } from './account/security.ts'
import { activityRoutes } from './history/activity.ts'
import { historyProofRoutes } from './history/history-proof.ts'
import { apiKeyRoutes } from './integrations/api-keys.ts'
import { docsRoutes } from './integrations/docs.ts'
import { exportRoutes } from './integrations/exports.ts'
import { webhookRoutes } from './integrations/webhooks.ts'
import { leadRoutes } from './lead/leads.ts'
import { documentRoutes } from './order/documents.ts'
import { fileRoutes } from './order/files.ts'
import { orderExportRoutes } from './order/order-exports.ts'
import { orderRoutes } from './order/orders.ts'
import { reviewRoutes } from './order/reviews.ts'
import { onboardingRoutes } from './questionnaire/onboarding.ts'
import { templateRoutes } from './questionnaire/templates.ts'
import { logoRoutes } from './settings/logo.ts'
import { outboxRoutes } from './settings/outbox.ts'
import { settingRoutes } from './settings/settings.ts'
import { createFunnelCounter, funnelRoutes } from './site/funnel.ts'
import { pageRoutes } from './site/pages.ts'

/** The calls of every room. */
function routesOf(context: AppContext): Routes {
  const invitations = createInvitations(context)
  const funnel = createFunnelCounter(context)
  const proofs = createAddressProofs(context)
  return {
    ...accountRoutes(context, { funnel, proofs }),
    ...resetRoutes(context, { proofs }),
    ...deviceCodeRoutes(context, { proofs }),
    ...addressChangeRoutes(context),
    ...invitationRoutes(context, invitations),
    ...onboardingRoutes(context),
    ...orderRoutes(context),
    ...documentRoutes(context),
    ...fileRoutes(context),
    ...reviewRoutes(context),
    ...templateRoutes(context),
    ...settingRoutes(context),
    ...logoRoutes(context),
    ...leadRoutes(context, { invitations, proofs, funnel }),
    ...funnelRoutes(context, funnel),
    ...notificationRoutes(context),
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
}

const noEndpoint: RequestHandler = (_request, _response, next) => next(new NotFound('This endpoint doesn’t exist'))

/** Serves the calls, and a page where no call is meant. Returns the security log, for failures after them. */
export function serveCalls(app: Express, context: AppContext): SecurityLog {
  const { settings, log } = context
  const inFlight = createInFlight(settings.limits !== undefined)
  const security = createSecurityLog(settings.securityLog ? log : undefined, context.now, context.securityEntries.note)
  const checkAnswers = settings.checkAnswers ?? false
  const { router, read } = createRouter(routesOf(context), { ...context, inFlight, security, checkAnswers })
  app.use(router)
  app.use(outboxRoutes(context))
  app.use('/api', noEndpoint)
  app.use(pageRoutes(context, read))
  app.use(noEndpoint) // or express answers other methods than a page's, with HTML
  return security
}
