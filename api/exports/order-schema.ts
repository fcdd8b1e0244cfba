import { z } from 'zod'
import { exportedOrder } from '#domain/contract/exports.ts'
import { type JsonSchema, portable } from '../http/portable-schema.ts'

let made: JsonSchema | undefined

/** The JSON Schema of an order that is exported as JSON, made of the contract. It does not change while the program runs. */
export function orderEventsSchema(): JsonSchema {
  made ??= {
    ...z.toJSONSchema(exportedOrder, {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => portable(jsonSchema as JsonSchema),
    }),
    title: 'An order of Atelier, as its events',
    description:
      'Oldest first. Times are ISO 8601 in UTC, amounts paise. What comes later is optional, or another format.',
  } as JsonSchema
  return made
}
