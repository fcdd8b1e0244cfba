import type { Command } from '../command.ts'
import { type DailyHead, dailyHead, type StoreEvent, stores } from './store.ts'

/** Records what all events came to on a day: once a day, whoever comes first. */
export const recordDailyHead: Command<typeof stores.initial, StoreEvent, DailyHead> = {
  aggregate: stores,
  roles: ['admin'],
  input: dailyHead,
  success: 'Recorded',
  decide: ({ head }, next) => (head && head.day >= next.day ? [] : [{ type: 'DailyHeadRecorded', data: next }]),
}
