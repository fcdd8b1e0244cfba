import { z } from 'zod'

/** The scopes of API keys, in words. The scope that a call needs is in its definition (`contract/`). */
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
