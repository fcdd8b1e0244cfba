import { randomUUID } from 'node:crypto'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { MongoClient } from 'mongodb'
import { openS3Files } from '#infra/files/s3.ts'
import { openGate } from '#infra/testing/gate.ts'

/** Where the tests find a document store and a file store of their own to try. */
export const { MONGODB_URL: mongodb, S3_ENDPOINT: endpoint } = process.env

/** A database and a bucket of a test's own, each behind a gate, and the settings that name them. */
export async function openServers(database = mongodb!, bucketsAt = endpoint!) {
  const [documents, files] = await Promise.all([openGate(database), openGate(bucketsAt)])
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const bucket = name.replaceAll('_', '-')
  const url = Object.assign(new URL(documents.url), { pathname: `/${name}`, search: 'directConnection=true' })
  return {
    documents,
    files,
    settings: { mongodbUrl: url.href, s3: { endpoint: files.url, bucket } },
    /** Takes both away for good. Nobody may be using them any more. */
    async remove() {
      await Promise.all([documents.close(), files.close()])
      const client = await new MongoClient(database).connect()
      await client.db(name).dropDatabase()
      await client.close()
      const store = await openS3Files({ endpoint: bucketsAt, bucket })
      for await (const file of store.list()) await store.remove(file)
      await store.close()
      const s3 = new S3Client({ endpoint: bucketsAt, forcePathStyle: true })
      await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
      s3.destroy()
    },
  }
}
