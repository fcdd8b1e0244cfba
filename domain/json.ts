import { z } from 'zod'

/** How deep JSON from outside may go, in objects and arrays within one another: far deeper than any form does. */
const maxDepth = 32

/** Whether a JSON value goes deeper than is taken. What recurses over it (to digest it, to check it) would run out of stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.filter((each) => typeof each === 'object' && each !== null).flatMap((each) => Object.values(each!))
    if (level.length === 0) return false
  }
  return true
}

/** A field of text that holds JSON, as the value it holds. `message` is the message for text that holds none. */
export const jsonText = (message: string) =>
  z.string(message).transform((text, context): unknown => {
    try {
      const value: unknown = JSON.parse(text)
      if (!isTooDeep(value)) return value
    } catch {} // not JSON
    context.addIssue({ code: 'custom', message: message })
    return z.NEVER
  })
