import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

await build({
  logLevel: 'error',
  build: { write: false },
  plugins: [
    {
      name: 'sizes',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          for (const c of Object.values(bundle))
            if (c.type === 'chunk' && /app-|portal|order-own/.test(c.fileName))
              console.log(c.fileName, brotliCompressSync(c.code).length)
        },
      },
    },
  ],
})
