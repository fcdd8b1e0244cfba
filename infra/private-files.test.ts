import { createHook } from 'node:async_hooks'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataPrivate } from './private-files.ts'

it('making a data folder private ends at the signal, without a look at the files that are left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-private-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'files'))
  for (let n = 0; n < 1_000; n++) await writeFile(join(folder, 'files', `${n}.txt`), '')
  const controller = new AbortController()
  let requests = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'FSREQPROMISE' && ++requests === 100) controller.abort()
    },
  })
  const { rest } = await makeDataPrivate(folder, join(folder, 'keys'), controller.signal)
  hook.enable()
  await rest
  hook.disable()
  expect(controller.signal.aborted).toBe(true)
  expect(requests).toBeLessThan(200)
})
