import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openGate } from '#infra/testing/gate.ts'
import { removeBucket } from '#infra/testing/servers.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { fileStoreContract, namesIn } from './contract.ts'
import { openS3Files } from './s3.ts'

const endpoint = process.env.S3_ENDPOINT

/** A bucket of the test's own, reached through the gate when there is one. */
async function inBucket(through = endpoint) {
  const bucket = `atelier-test-${randomUUID()}`
  return {
    bucket,
    open: () => openS3Files({ endpoint: through, bucket }),
    remove: () => removeBucket(endpoint!, bucket),
  }
}

describe.runIf(endpoint)('with a server', () => {
  fileStoreContract('the file store on S3', inBucket)
})

describe.runIf(endpoint)('the bucket', () => {
  it('lets go of files that no reader has begun', async () => {
    const { open, remove } = await inBucket()
    onTestFinished(remove)
    const store = await open()
    onTestFinished(() => store.close())
    await store.put('film', Readable.from([Buffer.alloc(large)]))
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    const before = sockets()
    for (const film of await Promise.all(Array.from({ length: 20 }, () => store.get('film')))) film!.destroy()
    await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before))
  })

  it('is made once, when many start at once', async () => {
    const { open, remove } = await inBucket()
    onTestFinished(remove)
    const stores = await Promise.all(Array.from({ length: 8 }, open))
    await stores[0]!.put('door.txt', Readable.from(['open']))
    for (const store of stores) {
      expect(await store.stat('door.txt')).toMatchObject({ size: 4 })
      await store.close()
    }
  })
})

const large = 12 * 1024 * 1024 // more than one part

/** A bucket of the test's own behind a gate of its own. */
async function behindGate() {
  const gate = await openGate(endpoint!)
  const { bucket, open, remove } = await inBucket(gate.url)
  const store = await open()
  onTestFinished(async () => {
    await store.close()
    await gate.close()
    await remove()
  })
  return { gate, bucket, store }
}

/** The error it rejects with, and after how many milliseconds. */
async function failure(work: Promise<unknown>) {
  const began = performance.now()
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { error, after: performance.now() - began }
}

describe.runIf(endpoint)('when the server goes away', () => {
  it.each(['shut', 'hang'] as const)('everything is unavailable within two seconds (%s)', async (how) => {
    const { gate, store } = await behindGate()
    await store.put('a', Readable.from(['content']))
    await store.put('gone', Readable.from(['content']))
    await gate[how]()
    const failures = await Promise.all([
      failure(store.put('b', Readable.from(['content']))),
      failure(store.put('c', Readable.from([Buffer.alloc(large)]))),
      failure(store.stat('a')),
      failure(store.get('a')),
      failure(store.remove('gone')), // or not: a request that waited arrives when the line is back
      failure(namesIn(store)),
      failure(store.ping()),
    ])
    for (const { error, after } of failures) {
      expect(error).toBeInstanceOf(Unavailable)
      expect(after).toBeLessThan(2_000)
    }
    await gate.open()
    expect(await store.stat('a')).toMatchObject({ size: 7 })
    await store.put('d', Readable.from(['again']))
    expect(await namesIn(store)).toEqual(expect.arrayContaining(['a', 'd']))
  })

  it('breaks off a file that stops coming, and no reader who takes his time', async () => {
    const { gate, bucket, store } = await behindGate()
    const direct = await openS3Files({ endpoint, bucket })
    onTestFinished(() => direct.close())
    const size = 48 * 1024 * 1024 // more than all the sockets on the way hold
    await store.put('film', Readable.from([Buffer.alloc(size)]))
    const [cut, slow] = [(await store.get('film'))!, (await direct.get('film'))!]
    for (const reader of [cut, slow]) await once(reader, 'readable')
    gate.hang()
    const { error, after } = await failure(buffer(cut))
    expect(error).toBeInstanceOf(Unavailable)
    expect(after).toBeLessThan(10_000)
    expect((await buffer(slow)).length).toBe(size)
    await gate.open()
    expect((await buffer((await store.get('film'))!)).length).toBe(size)
  })

  it('stores a file once where the answer to it was lost, and refuses another of its name', async () => {
    const { gate, bucket, store } = await behindGate()
    const direct = await openS3Files({ endpoint, bucket })
    onTestFinished(() => direct.close())
    gate.mute()
    const putting = store.put('once', Readable.from(['content']))
    await vi.waitFor(async () => expect(await direct.stat('once')).toBeDefined())
    await gate.shut()
    await gate.open()
    expect(await putting).toMatchObject({ size: 7 })
    await expect(store.put('once', Readable.from(['another']))).rejects.toThrow()
    expect(await text((await store.get('once'))!)).toBe('content')
  })

  it('ends an upload whose sender is still sending, and lets go of him', async () => {
    const { gate, store } = await behindGate()
    const slow = new Readable({ read() {} })
    const putting = failure(store.put('slow', slow))
    slow.push(Buffer.alloc(large))
    await gate.shut()
    const { error } = await putting
    expect(error).toBeInstanceOf(Unavailable)
    expect(slow.destroyed).toBe(true)
    await gate.open()
    expect(await store.stat('slow')).toBeUndefined()
  })
})

describe.runIf(endpoint)('a bucket', () => {
  it('no one answers for is refused in a sentence', async () => {
    const gate = await openGate(endpoint!)
    await gate.shut()
    await expect(openS3Files({ endpoint: gate.url, bucket: 'atelier-test' })).rejects.toThrow(
      /^S3_BUCKET atelier-test can’t be reached at https?:.*ECONNREFUSED/,
    )
  })

  it('that is closed is refused in a sentence', async () => {
    const { AWS_SECRET_ACCESS_KEY } = process.env
    onTestFinished(() => void Object.assign(process.env, { AWS_SECRET_ACCESS_KEY }))
    process.env.AWS_SECRET_ACCESS_KEY = 'another'
    await expect(openS3Files({ endpoint, bucket: 'atelier-test' })).rejects.toThrow(
      /rejects the keys AWS_ACCESS_KEY_ID/,
    )
  })

  it('of no such name is refused in a sentence', async () => {
    await expect(openS3Files({ endpoint, bucket: 'no' })).rejects.toThrow(/^S3_BUCKET no at .* or its name is invalid/)
  })

  it('keeps no part of an upload that broke off', async () => {
    const { bucket, store } = await behindGate()
    const slow = new Readable({ read() {} })
    const putting = failure(store.put('slow', slow))
    const client = new S3Client({ endpoint, forcePathStyle: true })
    onTestFinished(() => client.destroy())
    // MinIO lists the uploads of one name only.
    const parts = () => client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'slow' }))
    slow.push(Buffer.alloc(large))
    await vi.waitFor(async () => expect((await parts()).Uploads).toHaveLength(1), 20_000)
    slow.destroy()
    expect((await putting).error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    expect((await parts()).Uploads ?? []).toEqual([])
  })

  it('keeps objects apart that are no files of ours', async () => {
    const { bucket, store } = await behindGate()
    const client = new S3Client({ endpoint, forcePathStyle: true })
    const Key = 'another/owner.txt'
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'theirs' }))
    expect(await namesIn(store)).toEqual([])
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    client.destroy()
  })
})
