import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PersonKeys } from './person-keys.ts'
import { openSqliteKeys } from './sqlite.ts'

/** A key store in a folder of the test's own, which goes with the test. */
export async function ownKeys(): Promise<PersonKeys> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  const keys = await openSqliteKeys({ folder })
  onTestFinished(async () => {
    await keys.close()
    await rm(folder, { recursive: true })
  })
  return keys
}
