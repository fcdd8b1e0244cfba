// Builds the web app (prepare.mjs, the Dockerfile): what browsers load, compressed (web/dist/public), and what renders the
// public pages on the server (web/dist/server). Fails when one of those cannot be rendered whole.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Or React would be built as its own developers want it, when NODE_ENV says anything else.
process.env.NODE_ENV = 'production'
const root = join(import.meta.dirname, '../../..')
const configFile = join(root, 'vite.config.ts')

await build({ configFile, logLevel: 'warn' })
await build({
  configFile,
  logLevel: 'warn',
  // All in one, with its packages: those of the web are not installed in production.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'render/render.tsx',
    outDir: 'dist/server',
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: { input: join(root, 'web/render/render.tsx') },
  },
})
await Promise.all([compress(join(root, 'web/dist/public')), renderAll()])

/** Puts what is worth it beside each file of text as brotli and as gzip. */
async function compress(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter((each) => each.isFile() && /\.(m?js|css|svg|webmanifest|json|txt)$/.test(each.name))
  for (const { parentPath, name } of texts) {
    const path = join(parentPath, name)
    const content = await readFile(path)
    if (content.length < 512) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  }
}

/** Renders every public page once, in a process of its own that has to end by itself: what keeps it open, leaks. */
async function renderAll() {
  const check = spawn(process.execPath, [join(import.meta.dirname, 'render-all.mjs')], {
    stdio: 'inherit',
    timeout: 60_000,
  })
  const [code, signal] = await once(check, 'exit')
  if (code === 0) return
  if (signal) console.error('The public pages were rendered, but the process did not end.')
  process.exit(1)
}
