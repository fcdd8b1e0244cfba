import { describe, it } from 'vitest'
import { given } from '../testing.ts'
import { recordDailyHead } from './record-daily-head.ts'
import { type DailyHead, stores } from './store.ts'

const server = { id: 'atelier', name: 'Atelier', role: 'admin' } as const
const monday: DailyHead = {
  ...{ day: '2026-11-23', events: 1_204, last: { id: '7f0c', position: '1207' } },
  ...{ hash: 'a1', key: 'k1', signature: 's1' },
}
const recorded = { type: 'DailyHeadRecorded', data: monday } as const

describe('the head of a day', () => {
  it('is recorded', () => given(stores).when(recordDailyHead, monday, server).then(recorded))
  it('is recorded once, whoever comes second', () =>
    given(stores, { ...recorded, by: server, at: '2026-11-23T00:00:09.000Z' })
      .when(recordDailyHead, { ...monday, hash: 'b2' }, server)
      .then())
  it('is not recorded for a day that is over', () =>
    given(stores, { ...recorded, by: server, at: '2026-11-23T00:00:09.000Z' })
      .when(recordDailyHead, { ...monday, day: '2026-11-22' }, server)
      .then())
})
