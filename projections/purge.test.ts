import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { fileDeleted, fileReplaced, fileShared, opened } from '#domain/samples.ts'
import { openDiskFiles } from '#infra/files/disk.ts'
import { retentionMs } from './order/files.ts'
import { testScene } from './reactions/testing.ts'
import { purgeReaction } from './sweep.ts'
import { record } from './testing.ts'

it('keeps a deleted file for thirty days, then lets all its versions go', async () => {
  const reactions = await testScene()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-purge-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = await openDiskFiles(folder)
  const names = fileDeleted.data.files.map(({ filename }) => filename)
  for (const name of [...names, 'another.png']) await files.put(name, Readable.from(['content']))
  const there = async () => (await Promise.all(names.map((name) => files.stat(name)))).filter(Boolean).length
  expect(names.length).toBeGreaterThan(1)

  reactions.until(fileDeleted.at)
  await record(reactions.events, 'order-1', opened, fileShared, fileReplaced, fileDeleted)
  // Begun later than it was deleted, as where the documents were lost.
  const settled = await reactions.react(purgeReaction({ files }))
  const due = Date.parse(fileDeleted.at) + retentionMs
  reactions.until(new Date(due - 1000).toISOString())
  await settled()
  expect(await there()).toBe(names.length)
  reactions.until(new Date(due).toISOString())
  await settled()
  expect(await there()).toBe(0)
  expect(await files.stat('another.png')).toBeDefined()
})
