import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registered } from '#domain/samples.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openStores } from '#infra/open.ts'
import { readAddress } from './eventstoredb-connection.ts'
import { openVerifiedEventStoreDb } from './eventstoredb-verification.ts'
import { startDouble } from './testing/double.ts'

async function started() {
  const double = await startDouble()
  onTestFinished(double.close)
  return double
}

describe('EVENTSTORE_URL', () => {
  it.each([
    ['http://localhost:2113', 'must be a URL like esdb://user:password@host:2113.'],
    ['esdb://', 'must be a URL like esdb://user:password@host:2113.'],
    ['esdb://ops:s3cret@', 'must be a URL like esdb://user:password@host:2113.'],
    ['esdb://localhost:2113', 'needs a user and a password, unless tls=false.'],
    ['esdb://ops:s3cret@localhost?speed=high', 'has an unknown option: speed.'],
    ['esdb://ops:s3cret@localhost?throwOnAppendFailure=false', 'has an unknown option: throwOnAppendFailure.'],
    ['esdb://ops:100%@localhost', 'has a percent sign that encodes nothing. Write it as %25.'],
  ])('says what is wrong, and no password: %s', (url, sentence) => {
    expect(() => readAddress(url)).toThrow(new Misconfigured(`EVENTSTORE_URL ${sentence}`))
  })

  it.each([
    ['esdb://localhost:2113?tls=false', 'localhost:2113', '', ''],
    ['esdb://ops:p%40ss@one:2113,two:2113/?nodePreference=leader', 'one:2113,two:2113', 'ops', 'p@ss'],
    ['esdb+discover://ops:pass@cluster.example', 'cluster.example', 'ops', 'pass'],
    ['esdb://ops:pass@[::1]:2113', '[::1]:2113', 'ops', 'pass'],
  ])('is understood: %s', (url, hosts, username, password) => {
    expect(readAddress(url)).toEqual({ url, hosts, credentials: { username, password } })
  })
})

describe('an EventStoreDB at the start', () => {
  it.each([
    [
      'nodePreference=xyz',
      'Unexpected "xyz" at position 48, expected leader or follower or read_only_replica or random.',
    ],
    ['tlsCAFile=/nowhere.crt', 'Failed to load certificate file. File was not found.'],
  ])('is refused in a sentence for a wrong option, without the password: %s', async (option, sentence) => {
    const opening = openVerifiedEventStoreDb(`esdb://ops:s3cret@localhost:2113?${option}`)
    await expect(opening).rejects.toThrow(new Misconfigured(`EVENTSTORE_URL: ${sentence}`))
  })

  it('shows that it works, and is told of in a line without the password', async () => {
    const double = await started()
    const dataDir = await mkdtemp(join(tmpdir(), 'atelier-open-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const eventStoreUrl = double.url.replace('//', '//ops:s3cret@')
    for (let n = 0; n < 2; n++) {
      const stores = await openStores({ dataDir, eventStoreUrl })
      expect(stores.lines[0]).toBe(`events     EventStoreDB, ${new URL(double.url).host}`)
      await stores.close()
    }
    // However often it is started, there is one event of it, by the same id in every process, and no subscription
    // delivers it.
    const ours = double.entries.filter(({ stream }) => stream.startsWith('atelier'))
    expect(ours).toMatchObject([{ stream: 'atelier-proof.start', id: '5a0e6c1c-4c0b-4d0e-9d1f-0b7a3c1e2f60' }])
  })

  it('keeps streams of another prefix apart', async () => {
    const double = await started()
    const [[usual], [own, line]] = [
      await openVerifiedEventStoreDb(double.url),
      await openVerifiedEventStoreDb(double.url, 'second-house'),
    ]
    await usual.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
    await own.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
    await Promise.all([usual.close(), own.close()])
    expect(double.entries.map(({ stream }) => stream)).toEqual(
      expect.arrayContaining(['atelier.account-asha', 'second-house.account-asha']),
    )
    expect(line).toBe(`EventStoreDB, ${new URL(double.url).host}, streams second-house.*`)
  })

  it('is found through its cluster', async () => {
    const double = await started()
    const [store, line] = await openVerifiedEventStoreDb(double.discoverUrl)
    expect(line).toContain('EventStoreDB')
    await store.close()
  })

  it('that is not there is told of in one sentence', async () => {
    const double = await started()
    await double.down()
    const sentence = `EVENTSTORE_URL: no response from EventStoreDB at ${new URL(double.url).host}.`
    for (const url of [double.url, double.discoverUrl]) {
      await expect(openVerifiedEventStoreDb(url, 'atelier', 500)).rejects.toThrow(new Misconfigured(sentence))
    }
  })

  it.each([[{ denies: 'append' } as const], [{ denies: 'follow' } as const]])(
    'that denies us what we need is told of in one sentence: %j',
    async (fault) => {
      const double = await started()
      Object.assign(double.faults, fault)
      await expect(openVerifiedEventStoreDb(double.url)).rejects.toThrow(
        new Misconfigured('EVENTSTORE_URL: this user may not append, or may not read $all.'),
      )
    },
  )

  it('that does not confirm the first subscription is asked again, and not taken for an old one', async () => {
    const double = await started()
    double.faults.lostSubscriptions = 1
    const [store] = await openVerifiedEventStoreDb(double.url)
    await store.close()
    expect(double.begun).toHaveLength(2)
  })

  it('that confirms no subscription is not taken for an old one', async () => {
    const double = await started()
    double.faults.lostSubscriptions = 10
    await expect(openVerifiedEventStoreDb(double.url, 'atelier', 1_000)).rejects.toThrow('no response')
  })

  it('that is too old to say when it has caught up is told of in one sentence', async () => {
    const double = await started()
    double.faults.neverCaughtUp = true
    await expect(openVerifiedEventStoreDb(double.url)).rejects.toThrow('needs EventStoreDB 23')
  })
})
