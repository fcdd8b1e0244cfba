import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { fileStoreContract, namesIn } from './contract.ts'
import { openDiskFiles } from './disk.ts'

const inFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-files-'))
  return { folder, open: () => openDiskFiles(folder), remove: () => rm(folder, { recursive: true }) }
}

fileStoreContract('the file store on disk', inFolder)

it('leaves nothing in the folder of arrivals, whether a file came in or broke off', async () => {
  const { folder, open, remove } = await inFolder()
  onTestFinished(remove)
  const store = await open()
  const slow = new Readable({ read() {} })
  const putting = store.put('slow', slow)
  await store.put('a', Readable.from(['content']))
  expect(await readdir(join(folder, 'incoming'))).toHaveLength(1)
  slow.destroy(new Error('the line went dead'))
  await expect(putting).rejects.toThrow('the line went dead')
  await expect(store.put('a', Readable.from(['again']))).rejects.toThrow()
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(await readdir(join(folder, 'files'))).toEqual(['a'])
})

it('sweeps what a crash left behind when it opens', async () => {
  const { folder, open, remove } = await inFolder()
  onTestFinished(remove)
  await mkdir(join(folder, 'incoming'), { recursive: true })
  await writeFile(join(folder, 'incoming', 'half'), 'half of a fi')
  const store = await open()
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(await namesIn(store)).toEqual([])
})

it('lists no file that a system put beside its own', async () => {
  const { folder, open, remove } = await inFolder()
  onTestFinished(remove)
  const store = await open()
  for (const each of ['files', 'quarantine']) await writeFile(join(folder, each, '.DS_Store'), 'of a file manager')
  expect(await namesIn(store)).toEqual([])
  expect(await namesIn(store.quarantine)).toEqual([])
})

it('is not available, rather than failed for good, while the process has too many files open', async () => {
  const { folder, open, remove } = await inFolder()
  onTestFinished(remove)
  await (await open()).put('a', Readable.from(['content']))
  const program = `
    import { openSync } from 'node:fs'
    import { openDiskFiles } from '${import.meta.resolve('./disk.ts')}'
    const store = await openDiskFiles(process.argv[1])
    try { for (;;) openSync('/dev/null') } catch {}
    const tries = [store.get('a'), store.remove('b'), store.quarantine.take('a'), store.quarantine.remove('b')]
    for (const { reason } of await Promise.allSettled(tries)) console.log(reason?.name)`
  const limited = 'ulimit -n 64; exec "$@"'
  const args = ['-c', limited, 'sh', process.execPath, '--input-type=module', '-e', program, folder]
  const { stdout } = await promisify(execFile)('sh', args)
  expect(stdout.trim().split('\n')).toEqual(Array(4).fill('Unavailable'))
})
