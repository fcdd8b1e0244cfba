import { open, rm, stat, truncate } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { filesIn } from '#api/testing/files.ts'
import { killPrograms } from './killed-programs.ts'
import { copyOf, createRows, prepareFolder, type Rows, startOn } from './prepared-folder.ts'

// Tests the fate of a data folder of which one file is deleted, cut or has a flipped bit, and of one on which a program is killed.

async function flip(path: string, at: number, bit: number) {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0]! ^= 1 << bit
  await file.write(byte, 0, 1, at)
  await file.close()
}

/** Numbers that look random, and are the same for a seed: https://en.wikipedia.org/wiki/Linear_congruential_generator. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Up to so many bytes every position is flipped. */
const small = 256

/**
 * Each file of a data folder deleted, cut to nothing and to half, and with one bit flipped: at every position of small ones, at
 * `flips` by seed of large ones.
 */
async function spoilFiles(flips: number, seed: number, rows: Rows): Promise<void> {
  const prepared = await prepareFolder()
  const { dataDir } = prepared
  const random = randomFrom(seed)
  async function spoil(what: string, file: string, work: (path: string) => Promise<unknown>) {
    const folder = await copyOf(prepared)
    const name = relative(dataDir, file)
    await work(join(folder, name))
    const [verdict, words] = await startOn(folder, prepared)
    await rm(folder, { recursive: true })
    rows.note(what, name, verdict, words.replaceAll(folder, '…'))
  }
  for (const file of (await filesIn(dataDir)).filter((path) => !path.includes('.lock'))) {
    const { size } = await stat(file)
    await spoil('deleted', file, (path) => rm(path))
    await spoil('cut to nothing', file, (path) => truncate(path))
    await spoil('cut to half', file, (path) => truncate(path, size >> 1))
    const places =
      size <= small ? Array.from({ length: size }, (_, at) => at) : Array.from({ length: flips }, () => random(size))
    for (const at of places) await spoil('a bit flipped', file, (path) => flip(path, at, random(8)))
    console.log(`  ${relative(dataDir, file)} (${size} bytes)`)
  }
  await prepared.remove()
}

/**
 * Spoils each file of a data folder, with twenty flips of large ones for each of the `times`, and kills programs at three moments
 * for each; `before` is the folder of another version that upgrades begin with. Nothing may be lost without a word.
 */
export async function endureFolder({ times, before }: { times: number; before?: string | undefined }) {
  const seed = Number(process.env.FLIP_SEED ?? Date.now() % 1_000_000)
  console.log(`flips with the seed ${seed} (FLIP_SEED)`)
  const rows = createRows()
  await spoilFiles(20 * times, seed, rows)
  await killPrograms(3 * times, rows, before)
  return { report: rows.table(), isMet: rows.isMet }
}
