import { z } from 'zod'

/**
 * How deep JSON from outside may go, in objects and arrays within one another, and how many values it may hold. The largest
 * form has 16,000: a questionnaire of as many questions and options as are taken.
 */
const [maxDepth, maxValues] = [32, 20_000]

/**
 * Whether a JSON value goes deeper, or holds more values, than is taken. What goes through it (to digest it, to check it) would
 * run out of stack, or keep all others waiting.
 */
export function isOversized(value: unknown): boolean {
  let left = maxValues
  const exceeds = (within: unknown, depth: number): boolean => {
    if (left-- === 0) return true
    if (typeof within !== 'object' || within === null) return false
    return depth === maxDepth || Object.values(within).some((each) => exceeds(each, depth + 1))
  }
  return exceeds(value, 0)
}

/**
 * The path of a text in a JSON value that has half a character (a lone surrogate): no link and no file can have it.
 * Undefined where all are whole.
 */
export function brokenTextIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    const path = brokenTextIn(name) ?? brokenTextIn(each)
    if (path) return [name.toWellFormed(), ...path]
  }
  return undefined
}

/** The value of JSON text; undefined for text that is none, that is oversized, or whose texts are broken. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isOversized(value) || brokenTextIn(value) ? undefined : value
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

type Strip = (value: unknown) => unknown

const made = new WeakMap<z.core.$ZodType, Strip>()

/**
 * Returns a JSON value with only the keys that a schema names. Everything else is returned unchecked. A value without other
 * keys is returned as it is. So an answer that is not quite as its schema says is still an answer.
 */
export function strip(schema: z.core.$ZodType, value: unknown): unknown {
  const strips = made.get(schema) ?? stripping(schema)
  made.set(schema, strips)
  return strips(value)
}

const identity: Strip = (value) => value

function stripping(schema: z.core.$ZodType): Strip {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      if (def.catchall && def.catchall._zod.def.type !== 'never') return identity // it names everything
      const fields = new Map(Object.entries(def.shape).map(([name, field]) => [name, stripping(field)]))
      return (value) => (isObject(value) ? strippedOf(value, fields) : value)
    }
    case 'array': {
      const strips = stripping(def.element)
      return (value) => (Array.isArray(value) ? value.map(strips) : value)
    }
    case 'tuple': {
      const items = def.items.map(stripping)
      return (value) => (Array.isArray(value) ? value.map((item, at) => (items[at] ?? identity)(item)) : value)
    }
    case 'record': {
      const strips = stripping(def.valueType)
      return (value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strips(item)])) : value
    }
    case 'union': {
      const options = def.options.map((option) => ({ option, fits: fitting(option), strips: stripping(option) }))
      // There are many types of event: to look through them for each one takes longer than to copy it.
      const byType = new Map<unknown, Strip>()
      for (const { option, strips } of options) {
        const types = typesOf(option)
        if (!types) break // it may fit what an option behind it has the type of
        for (const type of types) if (!byType.has(type)) byType.set(type, strips)
      }
      return (value) => {
        const strips = isObject(value) ? byType.get(value.type) : undefined
        return (strips ?? options.find(({ fits }) => fits(value))?.strips ?? identity)(value)
      }
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return stripping(def.innerType)
    case 'pipe':
      return stripping(def.out)
    default:
      return identity
  }
}

/** An object with the fields that are named, each stripped; the object itself where that is all it has. */
function strippedOf(value: Record<string, unknown>, fields: ReadonlyMap<string, Strip>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  const names = Object.keys(value)
  for (const name of names) {
    const stripped = fields.get(name)?.(value[name])
    if (copy === undefined && (stripped === undefined || stripped !== value[name])) {
      copy = {}
      for (const before of names.slice(0, names.indexOf(name))) copy[before] = value[before]
    }
    if (copy !== undefined && stripped !== undefined) copy[name] = stripped
  }
  return copy ?? value
}

/** Whether a value is meant by an option of a union: by the kind of value it is, and by an object's literals. */
function fitting(schema: z.core.$ZodType): (value: unknown) => boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const literals = literalsOf(def.shape)
      return (value) => isObject(value) && literals.every(([name, values]) => values.has(value[name]))
    }
    case 'array':
    case 'tuple':
      return Array.isArray
    case 'record':
      return isObject
    case 'optional':
    case 'nullable':
      return fitting(def.innerType)
    default:
      return (value) => typeof value !== 'object' || value === null
  }
}

/** The fields of an object that may have but a few values, each with those. */
const literalsOf = (shape: z.core.$ZodShape): [name: string, values: Set<unknown>][] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const { def } = (field as z.core.$ZodTypes)._zod
    return def.type === 'literal' ? [[name, new Set<unknown>(def.values)]] : []
  })

/** The values of `type` by which alone an object is told from others; undefined where there is more to it, or less. */
function typesOf(schema: z.core.$ZodType): ReadonlySet<unknown> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [literal, ...others] = def.type === 'object' ? literalsOf(def.shape) : []
  return literal?.[0] === 'type' && others.length === 0 ? literal[1] : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
