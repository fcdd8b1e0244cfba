import { startDouble } from '#infra/events/testing/double.ts'
import { ownServers } from '#infra/testing/servers.ts'
import { shared } from './server-process.ts'

/** An event store, a database and a bucket for several processes, and the settings by which those share them. */
export async function prepareSharedStores() {
  const [double, servers] = await Promise.all([startDouble(), ownServers()])
  return {
    ...servers,
    double,
    settings: {
      ...shared,
      EVENTSTORE_URL: double.url,
      MONGODB_URL: servers.mongodbUrl,
      S3_ENDPOINT: servers.s3.endpoint,
      S3_BUCKET: servers.s3.bucket,
    },
    async remove() {
      await double.close()
      await servers.remove()
    },
  }
}
