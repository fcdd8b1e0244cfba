import { percentOf } from '#api/http/caught-up.ts'
import type { Document } from '#infra/documents/store.ts'
import type { ReadModel } from '#projections/projection.ts'

/** How often it is looked how far lists are that are being made, in milliseconds. */
const everyMs = 1_000

type Model = Pick<ReadModel<Document>, 'progress' | 'isWhole'>

/** Reports the made share of the read models, in whole percents, whenever it has grown, until all is made: 100. */
export function watchProgress(models: readonly Model[], say: (percent: number) => void): NodeJS.Timeout {
  let said = 100
  async function look() {
    // A process that does not keep them learns how far they are by asking.
    const answers = await Promise.all(models.map((model) => model.isWhole())).catch(() => undefined)
    if (!answers) return // a store is away: nothing is known yet
    const percent = percentOf(Math.min(1, ...models.map((model) => model.progress)))
    if (percent !== said) say(percent)
    said = percent
    if (percent === 100) clearInterval(timer)
  }
  const timer = setInterval(look, everyMs).unref()
  void look() // at once: a list that is loaded within the first second is told when it is whole, too
  return timer
}
