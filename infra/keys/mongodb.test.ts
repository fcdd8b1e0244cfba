import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sealEvents } from '#infra/events/sealed-store.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openGate } from '#infra/testing/gate.ts'
import { removeDatabase } from '#infra/testing/servers.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { personKeysContract } from './contract.ts'
import { openMongoKeys } from './mongodb.ts'
import { openExistingKeys, openKeys } from './open.ts'

const url = process.env.MONGODB_URL

/** The address of a gate, as the driver is to take it: it would go around it to where the server says it is. */
const withAddress = (gate: string) => Object.assign(new URL(gate), { search: 'directConnection=true' }).href

/**
 * A way to the server on which each question waits until `inspect` resolves, and whose line breaks where it rejects. Returns
 * its address.
 */
async function inspectedWay(inspect: (question: string) => Promise<unknown>): Promise<string> {
  const { hostname, port } = new URL(url!)
  const sockets = new Set<Socket>()
  const way = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket)
    const inspected = new Transform({
      transform(chunk: Buffer, _encoding, passOn) {
        inspect(chunk.toString('latin1')).then(() => passOn(null, chunk), passOn)
      },
    })
    pipeline(near, inspected, far, near).catch(() => {}) // broken off
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    way.close()
    for (const socket of sockets) socket.destroy()
  })
  return withAddress(`mongodb://127.0.0.1:${(way.address() as AddressInfo).port}`)
}

async function inDatabase() {
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  let ahead = 0
  return {
    name,
    folder,
    async open(masterKey?: string, at = url!) {
      const keys = await openMongoKeys(
        { url: at, database: name },
        { folder, masterKey },
        { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead },
      )
      return keys!
    },
    pass: (milliseconds: number) => {
      ahead += milliseconds
    },
    async remove() {
      await removeDatabase(url!, name)
      await rm(folder, { recursive: true })
    },
  }
}

describe.runIf(url)('with a server', () => {
  personKeysContract('the key store on MongoDB', async () => {
    const place = await inDatabase()
    return { ...place, open: () => place.open() }
  })

  /** Two processes on one key store. */
  async function two() {
    const place = await inDatabase()
    const [one, other] = [await place.open(), await place.open()]
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()])
      await place.remove()
    })
    return { ...place, one, other }
  }

  it('gives two processes one key, whichever makes it', async () => {
    const { one, other } = await two()
    const [mine, theirs] = await Promise.all([one.currentKey('asha'), other.currentKey('asha')])
    expect(mine).toEqual(theirs)
    expect(one.name).toBe(other.name)
  })

  it('gives no person another key before all processes know that the one before is destroyed', async () => {
    const { one, other, pass } = await two()
    const before = await other.currentKey('asha')
    await one.destroy('asha')
    await expect(one.currentKey('asha')).rejects.toThrow(Unavailable)
    pass(10 * 60_000)
    const after = await one.currentKey('asha')
    expect(after.id).not.toBe(before.id)
    expect(await other.currentKey('asha')).toEqual(after)
    expect((await other.keysById([before.id])).size).toBe(0)
  })

  /** Two processes on one event store, one of which reaches its keys through a gate; and a stream with what Asha said. */
  async function twoWithEvents() {
    const place = await inDatabase()
    const gate = await openGate(url!)
    const folder = await mkdtemp(join(tmpdir(), 'atelier-sealed-'))
    const stored = openSqliteEvents(join(folder, 'events.db'))
    const [one, other] = [await place.open(), await place.open(undefined, withAddress(gate.url))]
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close(), stored.close()])
      await gate.close()
      await rm(folder, { recursive: true })
      await place.remove()
    })
    const elsewhere = sealEvents(stored, other, () => {})
    const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
    const at = '2026-11-22T09:00:00.000Z'
    await elsewhere.append('account-asha', -1, [
      { id: randomUUID(), type: 'ProfileChanged', data: { name: 'Asha Rao', phone: '+919845012345' }, by, at },
    ])
    const nameElsewhere = async () => {
      const [event] = await Array.fromAsync(elsewhere.read('account-asha'))
      return (event!.data as { name: string }).name
    }
    expect(await nameElsewhere()).toBe('Asha Rao')
    return { one, gate, pass: place.pass, nameElsewhere }
  }

  // spec: 11.57
  it('another process says nothing more of whose key was destroyed, once it has asked again after twenty seconds', async () => {
    const { one, pass, nameElsewhere } = await twoWithEvents()
    await one.destroy('asha')
    pass(20_000)
    await expect.poll(nameElsewhere).toBe('erased')
  })

  // spec: 11.57
  it('and after five minutes at the latest where it cannot ask', async () => {
    const { one, gate, pass, nameElsewhere } = await twoWithEvents()
    await gate.shut()
    await one.destroy('asha')
    pass(4 * 60_000)
    expect(await nameElsewhere()).toBe('Asha Rao')
    pass(60_000)
    await expect(nameElsewhere()).rejects.toThrow(Unavailable)
    await gate.open()
    await expect.poll(() => nameElsewhere().catch(() => undefined)).toBe('erased')
  })

  it('refuses another master key', async () => {
    const { open } = await two()
    await expect(open('a'.repeat(64))).rejects.toThrow(Misconfigured)
  })

  it('keeps no key of a process that goes on with the former master key: no other one could open it', async () => {
    const place = await inDatabase()
    const [former, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
    const running = await place.open(former)
    const address = { url: url!, database: place.name }
    const source = { folder: place.folder, masterKey: fresh, masterKeyBefore: former }
    const rotated = (await openMongoKeys(address, source))!
    onTestFinished(async () => {
      await Promise.all([running.close(), rotated.close()])
      await place.remove()
    })
    await expect(running.currentKey('asha')).rejects.toThrow(Unavailable)
    await rotated.currentKey('asha')
    const again = await place.open(fresh)
    await expect(Array.fromAsync(again.everyKey())).resolves.toHaveLength(1)
    await again.close()
  })

  it('keeps a key that another process has by now, where it cannot see afterwards whether the master key was replaced', async () => {
    const { one, open } = await two()
    let taken: { id: string } | undefined
    let isInserted = false
    const way = await inspectedWay(async (question) => {
      if (question.includes('insert')) isInserted = true
      if (!isInserted || !question.includes('stores')) return
      taken ??= await one.currentKey('asha')
      throw new Error('the line breaks')
    })
    const cut = await open(undefined, way)
    onTestFinished(() => cut.close())
    await expect(cut.currentKey('asha')).rejects.toThrow(Unavailable)
    const again = await open()
    onTestFinished(() => again.close())
    expect((await again.keysById([taken!.id])).size).toBe(1)
  })

  /** Keys of many people by a former master key, a process that goes on with it, and what opens them by a new one. */
  async function manyByFormer() {
    const place = await inDatabase()
    const [former, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
    const running = await place.open(former)
    const people = Array.from({ length: 100 }, (_, n) => `m-${n}`)
    await Promise.all(people.map((person) => running.currentKey(person)))
    const settings = { dataDir: place.folder, keysDir: place.folder, mongodbUrl: url!, keysDatabase: place.name }
    const rotated = { ...settings, masterKey: fresh, masterKeyBefore: former }
    onTestFinished(async () => {
      await running.close()
      await place.remove()
    })
    return { ...place, settings, former, fresh, rotated, running }
  }

  it('loses no key that a process with the former master key made while all were wrapped by the new one', async () => {
    const { open, fresh, rotated, running } = await manyByFormer()
    const made = new Map<string, string>()
    const opened = openKeys(rotated, undefined)
    for (let [n, refused] = [0, false]; !refused; n++) {
      const some = Array.from({ length: 20 }, (_, each) => running.currentKey(`a-${n}-${each}`))
      for (const each of await Promise.allSettled(some)) {
        if (each.status === 'rejected') refused = true
        else made.set(each.value.id, each.value.secret.toString('hex'))
      }
    }
    await (await opened).store.close()
    const again = await open(fresh)
    onTestFinished(() => again.close())
    expect(made.size).toBeGreaterThan(0)
    const found = await again.keysById([...made.keys()])
    expect(new Map([...found].map(([id, secret]) => [id, secret.toString('hex')]))).toEqual(made)
    await again.verify()
    expect([...again.damaged]).toEqual([])
  })

  it('keeps no key that is inserted after all were wrapped by the new master key', async () => {
    const { name, open, former, rotated, fresh } = await manyByFormer()
    const [proving, inserting, over] = Array.from({ length: 3 }, () => Promise.withResolvers<unknown>())
    const late = await open(
      former,
      await inspectedWay(async (question) => {
        if (!question.includes('insert')) return
        inserting!.resolve(undefined)
        await over!.promise
      }),
    )
    const rotating = await inspectedWay(async (question) => {
      if (!question.includes('update') || !question.includes('stores')) return
      proving!.resolve(undefined)
      await inserting!.promise
    })
    const opened = openKeys({ ...rotated, mongodbUrl: rotating, keysDatabase: name }, undefined)
    opened.then(over!.resolve, over!.resolve)
    await proving!.promise
    await expect(late.currentKey('asha')).rejects.toThrow(Unavailable)
    const again = await open(fresh)
    onTestFinished(async () => {
      await Promise.all([late.close(), again.close(), (await opened).store.close()])
    })
    await again.currentKey('asha')
    await again.verify()
    expect([...again.damaged]).toEqual([])
  })

  it('makes a key by the former master key where a rotation waits: servers go on with that', async () => {
    const { rotated, running } = await manyByFormer()
    const { store } = await openKeys(rotated, undefined, { rotate: false })
    onTestFinished(() => store.close())
    const { id, secret } = await store.currentKey('asha')
    expect(await running.keysById([id])).toEqual(new Map([[id, secret]]))
    await (await openKeys(rotated, undefined)).store.close()
    await expect(store.currentKey('farhan')).rejects.toThrow(Unavailable)
  })

  it('waits with a rotation where keys are only looked at, or servers may be using them', async () => {
    const { open, former, rotated } = await manyByFormer()
    await (await openExistingKeys(rotated))!.close()
    await (await openKeys(rotated, undefined, { rotate: false })).store.close()
    const again = await open(former)
    onTestFinished(() => again.close())
    await again.verify()
    expect([...again.damaged]).toEqual([])
  })

  it('is rotated by several processes that start at once, with the master key in a file', async () => {
    const { folder, settings, former, fresh } = await manyByFormer()
    await writeFile(join(folder, 'master.key'), former)
    await writeFile(join(folder, 'master.key.next'), fresh)
    const opened = await Promise.all(Array.from({ length: 4 }, () => openKeys(settings, undefined)))
    for (const { store } of opened) {
      await store.verify()
      expect([...store.damaged]).toEqual([])
      await store.close()
    }
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(fresh)
    expect(existsSync(join(folder, 'master.key.next'))).toBe(false)
  })

  it('begins no key store where the keys of events are missing, nor to read those there are', async () => {
    const { name, folder, remove } = await inDatabase()
    onTestFinished(remove)
    const settings = {
      dataDir: folder,
      keysDir: folder,
      mongodbUrl: url!,
      keysDatabase: name,
      masterKey: 'a'.repeat(64),
    }
    await expect(openKeys(settings, 'the store that sealed them')).rejects.toThrow(Misconfigured)
    expect(await openExistingKeys(settings)).toBeUndefined()
    expect(await openExistingKeys(settings)).toBeUndefined()
    await (await openKeys(settings, undefined)).store.close()
    await (await openExistingKeys(settings))!.close()
  })
})
