import { digits } from '#domain/count.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type StoreEvent, stores } from '#domain/store/store.ts'
import type { Mailing, Reaction } from './reaction.ts'

type Work = { day: string; events: number; hash: string; key?: string }

/** `to`: the recipient; without one nothing is sent. */
type Dependencies = Mailing & { to: string | undefined }

/** Mails the head of each day to the address that keeps it outside the server. */
export const headReaction = ({ to, mailer, compose, url }: Dependencies): Reaction<Work> => ({
  name: 'heads',
  plan(event: Recorded) {
    if (to === undefined || idIn(stores, event.stream) === undefined) return undefined
    const { type, data, id, at } = event as Recorded<StoreEvent>
    if (type !== 'DailyHeadRecorded') return undefined
    const { day, events, hash, key } = data
    return { tasks: [{ id, due: Date.parse(at), work: { day, events, hash, key } }] }
  },
  async perform(all) {
    if (to === undefined) return
    for (const { day, events, hash, key = '' } of all) {
      const head = `${day}:${hash}`
      const values = { day, events: digits(events), head, key }
      await mailer.send({ to, ...(await compose('dailyHead', values, url)), key: `daily head ${head}` })
    }
  },
})
