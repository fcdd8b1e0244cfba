import type { z } from 'zod'

type Strip = (value: unknown) => unknown

const made = new WeakMap<z.core.$ZodType, Strip>()

/**
 * What a schema names of a JSON value, and nothing else: keys that no object of the schema has are left out, everything
 * else is handed on as it is, unchecked. So an answer that is not quite as its schema says is still an answer.
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
      const fields = Object.entries(def.shape).map(([name, field]) => [name, stripping(field)] as const)
      return (value) => {
        if (!isObject(value)) return value
        const saved: Record<string, unknown> = {}
        for (const [name, strips] of fields) if (value[name] !== undefined) saved[name] = strips(value[name])
        return saved
      }
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
      const options = def.options.map((option) => ({ fits: fitting(option), strips: stripping(option) }))
      return (value) => (options.find(({ fits }) => fits(value))?.strips ?? identity)(value)
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

/** Whether a value is meant by an option of a union: by the kind of value it is, and by an object's literals. */
function fitting(schema: z.core.$ZodType): (value: unknown) => boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const literals = Object.entries(def.shape).flatMap(([name, field]) => {
        const { def } = (field as z.core.$ZodTypes)._zod
        return def.type === 'literal' ? [[name, new Set<unknown>(def.values)] as const] : []
      })
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
