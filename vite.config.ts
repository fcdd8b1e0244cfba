import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Asks for the face of the headlines while the script is still loading. Its name is known once it has been hashed. */
const preloadTheRoman: Plugin = {
  name: 'preload-the-roman',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.includes('newsreader-latin-opsz-normal'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        })),
  },
}

/**
 * Leaves out how zod describes schemas as JSON Schema, which the server's OpenAPI needs and no page does: a fifth of zod.
 * What is left of each such function does nothing; the methods that would call them are never called here.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
  },
}

/** Leaves out React Router's warnings for developers: the package names its development build for every bundler. */
const withoutRouterWarnings: Plugin = {
  name: 'without-router-warnings',
  apply: 'build',
  transform(code, id) {
    if (!/\/react-router\/dist\/development\//.test(id)) return
    return { code: code.replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false'), map: null }
  },
}

/** Where the server is, in development: `npm run dev` says so. The page's own address reaches it, as its links need. */
const server = { target: process.env.API_URL ?? 'http://localhost:3000', changeOrigin: false }

export default defineConfig({
  root: 'web',
  plugins: [react(), preloadTheRoman, withoutJsonSchema, withoutRouterWarnings],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The server's content security policy takes no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first versions with light-dark(), which would otherwise be written out twice.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: {
    proxy: {
      // With its slash: these are prefixes, and the page has a module of its own at /api.ts.
      '/api/': server,
      '/uploads': server,
      '/dev/outbox': server,
      '/brand.css': server,
      '/socket.io': { ...server, ws: true },
    },
  },
})
