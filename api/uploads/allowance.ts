import { waitForLatest } from '#api/http/caught-up.ts'
import { Refusal } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import { createCounts } from '#infra/counts.ts'
import type { FileStore } from '#infra/files/store.ts'
import { bytesSentBy, type OwnedFiles } from '#projections/order/files.ts'

type Dependencies = {
  files: Pick<FileStore, 'stat'>
  model: OwnedFiles
  /** The latest position this process knows of: the files that were named until then are counted. */
  latest(): bigint
  /** How much all that a client has sent may take, in bytes. */
  quota: number
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Counts what arrives, in bytes. Throws `Refusal` when that is more than there is room for. The files of a repetition are
 * counted already: all that arrives with them is no more than a client may have.
 */
export type Allowance = (bytes: number, isRepetition?: boolean) => void

export type Allowances = ReturnType<typeof createAllowances>

/**
 * How much a client may still send. Files that their orders name count, deleted ones as long as they are on the disk,
 * and those that this process is receiving. The agency's own people send what they must.
 */
export function createAllowances({ files, model, latest, quota, now }: Dependencies) {
  const arriving = createCounts()
  const repeating = createCounts()
  /** What each client has sent in work that is done, for as long as other work of theirs goes on: that does not know of it. */
  const done = createCounts()
  const atWork = createCounts()

  return {
    /** Does work with an allowance; what it has taken counts until the work is done. */
    async within<T>({ id, role }: Person, work: (allowance: Allowance) => Promise<T>): Promise<T> {
      if (role === 'admin') return work(() => {})
      atWork.add(id, 1)
      let [taken, repeated, doneBefore, sent] = [0, 0, 0, 0]
      try {
        do {
          doneBefore = done.of(id)
          await waitForLatest({ latest }, model)
          sent = await bytesSentBy(model, id, files, now())
        } while (done.of(id) !== doneBefore) // what ended meanwhile may be in the list, or not
        const result = await work((bytes, isRepetition = false) => {
          const counts = isRepetition ? repeating : arriving
          const before = isRepetition ? 0 : sent + done.of(id) - doneBefore
          if (before + counts.of(id) + bytes > quota) {
            throw new Refusal('You’ve used all your file space. Please ask us for more.')
          }
          if (isRepetition) repeated += bytes
          else taken += bytes
          counts.add(id, bytes)
        })
        done.add(id, taken)
        return result
      } finally {
        arriving.add(id, -taken)
        repeating.add(id, -repeated)
        atWork.add(id, -1)
        if (atWork.of(id) === 0) done.add(id, -done.of(id))
      }
    },
  }
}
