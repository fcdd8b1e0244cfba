import { z } from 'zod'
import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import type { CallName } from './all-endpoints.ts'
import { apiKeyCalls } from './api-keys.ts'
import { calendarCalls } from './calendar.ts'
import type { Call } from './call.ts'
import { exportCalls } from './exports.ts'
import { leadCalls } from './leads.ts'
import { notificationCalls } from './notifications.ts'
import { onboardingCalls } from './onboarding.ts'
import { fileCalls, orderCalls } from './orders.ts'
import { peopleCalls } from './people.ts'
import { personalDataCalls } from './personal-data.ts'
import { secondFactorCalls } from './second-factor.ts'
import { securityCalls } from './security.ts'
import { settingsCalls } from './settings.ts'
import { webhookCalls } from './webhooks.ts'

/** Every call by name: the server's routes, the pages' client and the description in OpenAPI are made of this. */
export const contract = {
  ...accountCalls,
  ...onboardingCalls,
  ...orderCalls,
  ...fileCalls,
  ...settingsCalls,
  ...leadCalls,
  ...notificationCalls,
  ...peopleCalls,
  ...personalDataCalls,
  ...secondFactorCalls,
  ...exportCalls,
  ...calendarCalls,
  ...apiKeyCalls,
  ...webhookCalls,
  ...securityCalls,
  ...activityCalls,
  openApi: { summary: 'This description, for programs', roles: 'anyone', answer: z.looseObject({}) },
  docs: { summary: 'This description, for people', roles: 'anyone', answer: 'page' },
} as const satisfies Record<CallName, Call>

export type Contract = typeof contract
