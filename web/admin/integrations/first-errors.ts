import type { ZodError } from 'zod'

/** The first message for each field that will not do; that of a list is its first one's. */
export function firstErrors({ issues }: ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}
