import { basename, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pathNamed } from './domain/contract/call.ts'
import { endpoints } from './domain/contract/endpoints.ts'
import { withoutDecisions } from './infra/tools/run/web-actions.ts'
import { groups, portal } from './infra/tools/run/web-chunks.ts'
import { zodWhenChecked } from './infra/tools/run/web-zod.ts'
import { preloadedFont } from './web/render/preloaded-fonts.ts'

/** Asks for the faces of every page while the script is still loading. Their names are known once they have been hashed. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => preloadedFont.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        })),
  },
}

/**
 * Modules of which no page calls anything, and nothing is left. Of ours the hash that a decision takes, which only servers
 * make. Of zod how it describes schemas as JSON Schema, and how it writes code (the pages are `jitless`). Of Socket.IO the
 * transports that are never used (docs/decisions/0029), and its messages of bytes: ours are JSON.
 */
const unused = [
  '/domain/sha256.ts',
  '/zod/v4/core/doc.js',
  '/zod/v4/core/json-schema-processors.js',
  '/zod/v4/core/to-json-schema.js',
  '/engine.io-client/build/esm/transports/polling-xhr.js',
  '/engine.io-client/build/esm/transports/webtransport.js',
  '/engine.io-parser/build/esm/contrib/base64-arraybuffer.js',
  '/socket.io-parser/build/esm/binary.js',
  '/socket.io-parser/build/esm/is-binary.js',
]

const withoutTheUnused: Plugin = {
  name: 'without-the-unused',
  apply: 'build',
  transform(code, id) {
    if (!unused.some((module) => id.endsWith(module))) return
    const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
    return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
  },
}

/** The table of endpoints without the contract that it is made of, and without what the names of their calls say and GET. */
const endpointsAlone: Plugin = {
  name: 'endpoints-alone',
  load(id) {
    if (!id.endsWith('/domain/contract/endpoints.ts')) return
    const short = Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const [method, path] = endpoint.split(' ')
      if (path !== pathNamed(name)) return [[name, endpoint]]
      return method === 'GET' ? [] : [[name, method]]
    })
    return `export const endpoints = ${JSON.stringify(Object.fromEntries(short))}`
  },
}

/** Names pages of the portal in the manifest: each stands in one file with what it alone has, by which the bundler names it. */
const portalInManifest: Plugin = {
  name: 'portal-in-manifest',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const asset = bundle['.vite/manifest.json']
      if (asset?.type !== 'asset') return
      const manifest = JSON.parse(String(asset.source))
      for (const chunk of Object.values(bundle))
        for (const page of chunk.type === 'chunk' ? chunk.moduleIds.filter((id) => portal.includes(id)) : [])
          manifest[relative(`${import.meta.dirname}/web`, page)] ??= manifest[`_${basename(chunk.fileName)}`]
      asset.source = JSON.stringify(manifest, undefined, 2)
    },
  },
}

/** Where the server is, in development: `npm run dev` says so. The page's own address reaches it, as its links need. */
const server = { target: process.env.API_URL ?? 'http://localhost:3000', changeOrigin: false }

/** The router's own build for production: by its name one gets the one that warns its developers. */
const routerForProduction = [
  { find: /^react-router$/, replacement: `${import.meta.dirname}/node_modules/react-router/dist/production/index.mjs` },
  {
    find: /^react-router\/dom$/,
    replacement: `${import.meta.dirname}/node_modules/react-router/dist/production/dom-export.mjs`,
  },
]

/** Pages name many files that they may load later: a hash of 42 bits tells the versions of one apart. */
const [chunkFileNames, assetFileNames] = ['assets/[name]-[hash:7].js', 'assets/[name]-[hash:7][extname]']

export default defineConfig(({ command }) => ({
  root: 'web',
  resolve: { alias: command === 'build' ? routerForProduction : [] },
  plugins: [
    react(),
    zodWhenChecked,
    withoutDecisions,
    preloadFonts,
    withoutTheUnused,
    endpointsAlone,
    portalInManifest,
  ],
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    // Which file was built from which source, for what renders pages on the server.
    manifest: true,
    rolldownOptions: {
      // A schema that nothing is checked by is left out, and what is read for nothing.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      input: ['index.html', 'on-first-use.ts', 'plain/plain.css'].map((file) => `${import.meta.dirname}/web/${file}`),
    },
    // The server's content security policy takes no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Whatever loads more has loaded what every page begins with: it is not named again.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(rolldown-runtime|react|app)-/.test(file)),
    },
    // The first versions with light-dark(), which would otherwise be written out twice.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames, assetFileNames } } } },
  },
  server: {
    proxy: {
      // With its slash: these are prefixes, and the page has a module of its own at /api.ts.
      '/api/': server,
      '/uploads': server,
      '/dev/outbox': server,
      '/brand.css': server,
      '/robots.txt': server,
      '/sitemap.xml': server,
      '/socket.io': { ...server, ws: true },
    },
  },
}))
