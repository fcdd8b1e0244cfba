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

/** The value of JSON text; undefined for text that is none, or that goes too deep. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** A field of text that holds JSON, as the value it holds. `message` is the message for text that holds none. */
export const jsonText = (message: string) =>
  z.string(message).transform((text, context): unknown => {
    const value = parseJson(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
