import { type Document, everyDocument } from '#infra/documents/store.ts'
import { deliveryDocuments } from './integrations/delivery-log.ts'
import type { PrimaryDocuments } from './projection.ts'
import { lastMailCollection } from './reactions/project-mails.ts'
import { sentReminderCollection } from './reactions/reminders.ts'

export const draftsCollection = 'drafts'
export const securityCollection = 'security_log'
export const keyUsesCollection = 'api_key_uses'

type SecurityEntry = Document & { account?: string; by?: string }

/** All that no event makes, beside the tasks of reactions. Deliveries are looked up by those before them. */
export const primaryDocuments: readonly PrimaryDocuments[] = [
  { collection: draftsCollection, idsOf: ({ person }) => [person] },
  { collection: lastMailCollection, idsOf: ({ person }) => [person] },
  { collection: sentReminderCollection, idsOf: () => [] }, // an order and a day
  { collection: keyUsesCollection, idsOf: () => [] }, // a key and a time
  {
    collection: securityCollection,
    // What an admin did about a person names them by an id and nothing else: it stays, so that it can be answered for.
    async *idsOf({ person }, documents) {
      for await (const { id, account, by } of everyDocument<SecurityEntry>(documents, securityCollection))
        if (account === person || by === person) yield id
    },
  },
  ...deliveryDocuments,
]
