import type { z } from 'zod'
import { counted } from '#domain/count.ts'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
}
const formats: Record<string, string> = {
  datetime: 'a date and time in UTC, like 2026-11-16T09:00:00.000Z',
  date: 'a date, like 2026-11-16',
  time: 'a time, like 14:05',
  email: 'an email address',
  url: 'a URL',
}
const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}
const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * The error message for a value on the wire where its schema has none. It names the field by its path (`“answers.3”
 * must be text`).
 */
export function inputMessage(issue: z.core.$ZodRawIssue): string {
  const path = issue.path?.join('.') ?? ''
  if (issue.code === 'unrecognized_keys') return `Unknown field: “${issue.keys.join('”, “')}”`
  if (path === '') return 'Please send a JSON object as the request body'
  if (issue.input === undefined) return `“${path}” is missing`
  return `“${path}” ${problemOf(issue)}`
}

function problemOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected as string] ? `must be ${kinds[issue.expected as string]}` : 'is invalid'
    case 'invalid_value':
      return `must be ${either.format((issue.values as unknown[]).map(String))}`
    case 'invalid_format':
      return formats[issue.format as string] ? `must be ${formats[issue.format as string]}` : 'is invalid'
    case 'too_big':
      return sized(issue.origin as string, 'at most', issue.maximum as number)
    case 'too_small':
      return sized(issue.origin as string, 'at least', issue.minimum as number)
    default:
      return 'is invalid'
  }
}

function sized(origin: string, bound: string, size: number | bigint): string {
  const [one, many] = units[origin] ?? []
  return one && many ? `must have ${bound} ${counted(Number(size), one, many)}` : `must be ${bound} ${size}`
}
