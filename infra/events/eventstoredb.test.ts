import { eventStoreContract } from './contract.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { readAddress } from './eventstoredb-address.ts'
import { startDouble } from './testing/double.ts'

eventStoreContract('the event store on the double of EventStoreDB', async () => {
  const double = await startDouble()
  return { open: async () => openEventStoreDb(readAddress(double.url), 'atelier.'), remove: double.close }
})
