import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { preloadsFor } from './built-files.ts'

it('a page preloads what was built last, also where that was while the server runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-built-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const manifest = join(folder, '.vite/manifest.json')
  await mkdir(join(folder, '.vite'))
  const build = async (version: number) => {
    await writeFile(manifest, JSON.stringify({ 'order/order.tsx': { file: `assets/order-${version}.js` } }))
    await utimes(manifest, version, version)
  }
  for (const version of [1, 2]) {
    await build(version)
    expect(preloadsFor('/order-detail/o1', `${folder}/`)).toBe(
      `<link rel="modulepreload" crossorigin href="/assets/order-${version}.js">`,
    )
  }
  await rm(manifest)
  expect(preloadsFor('/order-detail/o1', `${folder}/`)).toBe('')
})
