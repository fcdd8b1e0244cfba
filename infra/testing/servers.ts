import { randomUUID } from 'node:crypto'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { MongoClient } from 'mongodb'
import { openS3Files } from '#infra/files/s3.ts'
import { keysDatabaseBeside } from '#infra/keys/open.ts'
import { openGate } from './gate.ts'

const { MONGODB_URL: mongodb, S3_ENDPOINT: endpoint } = process.env

/** Whether there are servers to test on: see `npm run services`. */
export const hasServers = mongodb !== undefined && endpoint !== undefined

/** A database and a bucket of a test's own, each behind a gate. `remove` takes them away with all that is in them. */
export async function ownServers() {
  const [documents, files] = await Promise.all([openGate(mongodb!), openGate(endpoint!)])
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const bucket = name.replaceAll('_', '-')
  return {
    documents,
    files,
    /** The settings that name them. */
    mongodbUrl: Object.assign(new URL(documents.url), { pathname: `/${name}`, search: 'directConnection=true' }).href,
    s3: { endpoint: files.url, bucket },
    async remove() {
      await Promise.all([documents.close(), files.close()])
      await removeDatabase(mongodb!, name)
      await removeBucket(endpoint!, bucket)
    },
  }
}

/** Takes a database away, with all that is in it, and that of the keys beside it. */
export async function removeDatabase(url: string, name: string): Promise<void> {
  const client = await new MongoClient(url).connect()
  await client.db(name).dropDatabase()
  await client.db(keysDatabaseBeside(name)).dropDatabase()
  await client.close()
}

/** Takes a bucket away, with all that is in it. */
export async function removeBucket(endpoint: string, bucket: string): Promise<void> {
  const store = await openS3Files({ endpoint, bucket })
  for await (const name of store.list()) await store.remove(name)
  await store.close()
  const client = new S3Client({ endpoint, forcePathStyle: true })
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
  client.destroy()
}
