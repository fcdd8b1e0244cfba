import type { LeadRow } from '#domain/lead/row.ts'
import type { OrderRow } from '#domain/order/row.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { type AccountCard, accountCards } from './accounts.ts'
import { type OwnedFile, ownedFiles } from './files.ts'
import { type FitTestDay, fitTestDays } from './fit-tests.ts'
import { follow } from './follow.ts'
import { leadRows } from './leads.ts'
import { orderRows } from './orders.ts'
import type { Projection, ReadModel } from './projection.ts'
import { type Device, devices } from './subscriptions.ts'

export type Projections = {
  orders: ReadModel<OrderRow>
  files: ReadModel<OwnedFile>
  accounts: ReadModel<AccountCard>
  subscriptions: ReadModel<Device>
  leads: ReadModel<LeadRow>
  fitTests: ReadModel<FitTestDay>
  all: readonly ReadModel<Document>[]
  /** Ends the following; afterwards the stores may be closed. */
  close(): Promise<void>
}

export const everyProjection: readonly Projection<Document>[] = [
  orderRows,
  ownedFiles,
  accountCards,
  leadRows,
  fitTestDays,
  devices,
]

/** Keeps all read models while the process lives. `onError` is told when one of them cannot go on. */
export async function startProjections(
  events: EventStore,
  documents: DocumentStore,
  onError: (error: Error) => void,
): Promise<Projections> {
  const ending = new AbortController()
  const following = { events, documents, onError, signal: ending.signal }
  const orders = await follow(orderRows, following)
  const files = await follow(ownedFiles, following)
  const accounts = await follow(accountCards, following)
  const subscriptions = await follow(devices, following)
  const leads = await follow(leadRows, following)
  const fitTests = await follow(fitTestDays, following)
  const all = [orders, files, accounts, leads, fitTests, subscriptions]
  return {
    orders,
    files,
    accounts,
    subscriptions,
    leads,
    fitTests,
    all,
    async close() {
      ending.abort()
      await Promise.all(all.map(({ stopped }) => stopped))
    },
  }
}
