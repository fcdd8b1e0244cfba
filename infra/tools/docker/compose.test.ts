import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { parse } from 'yaml'
import { readSettings } from '../../settings.ts'
import nodeFlags from '../run/node-flags.json' with { type: 'json' }

const { publicKey, privateKey } = webPush.generateVAPIDKeys()

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Service = {
  image: string
  ports?: string[]
  build?: object
  command?: string[]
  environment?: Record<string, string>
}

const text = read('docker-compose.yml')
const services: Record<string, Service> = parse(text, { merge: true }).services
const dockerfile = read('infra/tools/docker/Dockerfile')
const ours = Object.entries(services).filter(([, { build }]) => build)
const others = Object.entries(services).filter(([, { build }]) => !build)

/** As Compose fills in what stands in `.env`: what must be set, and nothing else. */
const filled = (environment: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{PUBLIC_URL:\?[^}]*\}/, 'https://atelier.example')
        .replace(/\$\{VAPID_PUBLIC_KEY:\?[^}]*\}/, publicKey)
        .replace(/\$\{VAPID_PRIVATE_KEY:\?[^}]*\}/, privateKey)
        .replace(/\$\{\w+:\?[^}]*\}/g, 'a-secret-of-more-than-thirty-two-characters')
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  )

describe('docker-compose.yml', () => {
  it('has two api processes and a worker', () =>
    expect(ours.map(([name]) => name)).toEqual(['api-1', 'api-2', 'projections']))
  it.each(ours)('starts %s with settings that are good', (_, { environment }) => {
    const settings = readSettings(filled(environment))
    expect([settings.eventStoreUrl, settings.mongodbUrl, settings.s3?.endpoint]).toEqual([
      expect.stringContaining('esdb://eventstore:'),
      expect.stringContaining('@mongodb:'),
      'http://minio:9000',
    ])
  })
  it('is reached by the proxy and no other way', () =>
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(['proxy']))
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
  it.each(others)('says which version of %s it was written for', (_, { image }) =>
    expect(image).toMatch(/:[^:]*\d+\.\d+\.\d+|:RELEASE\.\d{4}-/),
  )
  it('has no secret with a default', () => {
    const secrets = [...text.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|PRIVATE)\w*):(.)([^}]*)\}/g)]
    expect(secrets.length).toBeGreaterThan(3)
    for (const [whole, , sign, rest] of secrets) expect([whole, sign === '?' || rest === '']).toEqual([whole, true])
  })
  it('runs the Node that `npm start` runs', () =>
    expect([...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)).toEqual([
      JSON.parse(read('package.json')).dependencies.node,
      JSON.parse(read('package.json')).dependencies.node,
    ]))
})
