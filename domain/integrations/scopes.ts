import { z } from 'zod'

/** What an API key may be made for, in words. Which call needs which, the calls say (`contract/`). */
export const scopes = {
  'orders:read': 'Read projects, their history and their files',
  'orders:write': 'Change projects and write to clients',
  'clients:read': 'Read clients',
  'payments:read': 'Read payments',
  'leads:read': 'Read leads',
  'leads:write': 'Add and move leads',
  'settings:read': 'Read the questionnaire, steps, prices and agency settings',
  'settings:write': 'Change the questionnaire, steps, prices and agency settings',
} as const

export type Scope = keyof typeof scopes

export const scope = z.enum(Object.keys(scopes) as [Scope, ...Scope[]], 'This scope doesn’t exist')
