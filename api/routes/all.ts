import type { Express } from 'express'
import { NotFound } from '#domain/command.ts'
import { createAddressProofs } from '../address-proofs.ts'
import type { AppContext } from '../app-context.ts'
import { createFunnel } from '../funnel.ts'
import { createInFlight } from '../http/in-flight.ts'
import { createRouter, type Routes } from '../http/router.ts'
import { createSecurityLog, type SecurityLog } from '../http/security-log.ts'
import { createInvitations } from '../invitations.ts'
import { accountRoutes } from './account.ts'
import { activityRoutes } from './activity.ts'
import { addressChangeRoutes } from './address-change.ts'
import { adminRoutes } from './admins.ts'
import { agencyRoutes } from './agency.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { calendarRoutes } from './calendar.ts'
import { deviceRoutes } from './devices.ts'
import { docsRoutes } from './docs.ts'
import { draftRoutes } from './drafts.ts'
import { exportRoutes } from './exports.ts'
import { funnelRoutes } from './funnel.ts'
import { historyProofRoutes } from './history-proof.ts'
import { leadRoutes } from './leads.ts'
import { logoRoutes } from './logo.ts'
import { mailTextRoutes } from './mail-texts.ts'
import { notificationRoutes } from './notifications.ts'
import { onboardingRoutes } from './onboarding.ts'
import { orderExportRoutes } from './order-exports.ts'
import { orderViewRoutes } from './order-views.ts'
import { orderRoutes } from './orders.ts'
import { outboxRoutes } from './outbox.ts'
import { pageRoutes } from './pages.ts'
import { peopleRoutes } from './people.ts'
import { personalDataRoutes } from './personal-data.ts'
import { portfolioRoutes } from './portfolio.ts'
import { priceRoutes } from './prices.ts'
import { resetRoutes } from './reset.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { securityRoutes } from './security.ts'
import { settingVersionRoutes } from './setting-versions.ts'
import { sharedFileRoutes } from './shared-files.ts'
import { templateRoutes } from './templates.ts'
import { termsRoutes } from './terms.ts'
import { fileRoutes } from './uploads.ts'
import { webhookRoutes } from './webhooks.ts'

/** The calls of every room. */
function routesOf(context: AppContext): Routes {
  const invitations = createInvitations(context)
  const funnel = createFunnel(context)
  const proofs = createAddressProofs(context)
  return {
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

/** Answers the calls, and where no call is meant with a page. Answers the security log, for what fails after them. */
export function serveCalls(app: Express, context: AppContext): SecurityLog {
  const { settings, log } = context
  const inFlight = createInFlight(settings.limits !== undefined)
  const security = createSecurityLog(settings.securityLog ? log : undefined, context.now, context.securityEntries.note)
  const checkAnswers = settings.checkAnswers ?? false
  const { router, read } = createRouter(routesOf(context), { ...context, inFlight, security, checkAnswers })
  app.use(router)
  app.use(outboxRoutes(context))
  app.use('/api', (_request, _response, next) => next(new NotFound('This endpoint doesn’t exist')))
  app.use(pageRoutes(context, read))
  return security
}
