import { expect } from 'vitest'
import type { CommandResult, Recorded } from '#domain/event.ts'
import { inspect } from './inspect.ts'

/** Expects stores to have kept what was acknowledged, in whole streams, with right lists. Answers the events about orders. */
export async function audit(
  stores: Parameters<typeof inspect>[0],
  acknowledged: readonly CommandResult[],
): Promise<Recorded[]> {
  const { events, ...wrong } = await inspect(stores, acknowledged)
  expect(wrong).toEqual({ lost: [], broken: [], differences: [] })
  return events
}
