import { z } from 'zod'
import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import type { Call, Method } from './call.ts'
import { exportCalls } from './exports.ts'
import { integrationCalls } from './integrations.ts'
import { leadCalls } from './leads.ts'
import { calendarCalls, notificationCalls } from './notifications.ts'
import { onboardingCalls } from './onboarding.ts'
import { fileCalls, orderCalls } from './orders.ts'
import { peopleCalls } from './people.ts'
import { personalDataCalls } from './personal-data.ts'
import { securityCalls } from './security.ts'
import { settingsCalls } from './settings.ts'

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
  ...exportCalls,
  ...calendarCalls,
  ...integrationCalls,
  ...securityCalls,
  ...activityCalls,
  openApi: {
    endpoint: 'GET /api/openapi.json',
    summary: 'This documentation as OpenAPI',
    revalidated: true,
    roles: 'anyone',
    answer: z.looseObject({}),
  },
  docs: { endpoint: 'GET /api/docs', summary: 'This documentation as a page', roles: 'anyone', answer: 'page' },
} as const satisfies Record<string, Call>

export type Contract = typeof contract

/** The name of a call: pages make it, and the server has a route for it, by this name. */
export type CallName = keyof Contract

/** The method and the path of a call. */
export const endpointOf = (name: CallName): { method: Method; path: string } => {
  const [method, path] = contract[name].endpoint.split(' ') as [Method, string]
  return { method, path }
}
