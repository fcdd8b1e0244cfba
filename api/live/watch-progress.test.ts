import { expect, it, onTestFinished } from 'vitest'
import { watchProgress } from './watch-progress.ts'

it('says how far lists are that another process makes, although the store was away when it was first asked', async () => {
  let calls = 0
  const model = {
    progress: 1,
    async isWhole() {
      if (++calls === 1) throw new Error('The document store is not available right now')
      model.progress = calls === 2 ? 0.42 : 1
      return model.progress === 1
    },
  }
  const said: number[] = []
  const timer = watchProgress([model], (percent) => said.push(percent))
  onTestFinished(() => clearInterval(timer))
  await expect.poll(() => said, { timeout: 10_000 }).toEqual([42, 100])
})
