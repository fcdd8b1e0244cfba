// The double of EventStoreDB as a program, so that what it costs is not the product's. In memory.
import { startDouble } from '#infra/events/testing/double.ts'

await startDouble(undefined, Number(process.env.PORT))
process.on('SIGTERM', () => process.exit())
