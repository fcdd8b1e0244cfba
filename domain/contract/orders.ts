import { z } from 'zod'
import { callsOf } from '#domain/action.ts'
import { eventKinds } from '#domain/history/kinds.ts'
import { acceptance, acceptProposal } from '#domain/order/accept-proposal.ts'
import type { CommandDefinition } from '#domain/order/action.ts'
import { orderCommands, orderEventData } from '#domain/order/actions.ts'
import { captionMissing, fileTypes, wireEntry } from '#domain/order/conversation.ts'
import { deleteFile } from '#domain/order/delete-file.ts'
import { flag, orderStatuses, rowVersion, wirePending, wireShape } from '#domain/order/fields.ts'
import { orderId } from '#domain/order/input.ts'
import { pricing } from '#domain/order/invoice.ts'
import { invoiced } from '#domain/order/issued.ts'
import { noPoints, requestChanges } from '#domain/order/request-changes.ts'
import { shareDraft } from '#domain/order/share-draft.ts'
import { shareFiles } from '#domain/order/share-files.ts'
import { type OrderFilter, orderFilters, orderSorts } from '#domain/order/worklist.ts'
import { step } from '#domain/step.ts'
import { damages } from '#domain/store/store.ts'
import { type Call, clientsAndAdmins, type Endpoint } from './call.ts'
import { jsonText } from './json.ts'
import {
  changed,
  changes,
  listState,
  origin,
  pageQuery,
  readState,
  role,
  time,
  wireEvent,
  person as wirePerson,
} from './schemas.ts'

/** An order's event, as answers and live updates have it. */
export const orderEvent = wireEvent('OrderEvent', orderEventData)

/** The answer to a change of an order. */
export const orderChanged = changed(orderEvent)

type Commands = typeof orderCommands
/** The commands that take their input as the body: each is a call of its own name. */
export type CalledName = {
  [Name in keyof Commands]: Commands[Name]['call'] extends Endpoint ? Name : never
}[keyof Commands]
type Called = { [Name in CalledName]: Commands[Name] }
export const calledOrderCommands = Object.fromEntries(
  Object.entries(orderCommands).filter(([, { call }]) => call),
) as unknown as Called

/** What the calls that change an order share. */
const changing = { ifMatch: true, answer: orderChanged, problems: [404, 409] } as const

type Routed = Pick<CommandDefinition, 'scope' | 'summary' | 'roles' | 'limit'>
/** A call that has a route of its own, and is a command’s in all else. */
export const ofCommand = ({ scope, summary, roles, limit }: Routed) => ({
  ...{ scope, summary, roles, ...(limit ? { limit } : {}) },
  ...changing,
})

/**
 * An order, with the specification's names and JSON texts, and what the page folds on; of the reading marks only the
 * reader's own.
 */
const wireOrder = z.object({
  ...wireShape,
  id: z.string(),
  order_id: z.string(),
  revision: z.int(),
  /** The client, as the account has them today. */
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  /** Where there is more: messages before a revision, and how many. `getConversation` has them. */
  earlier: z.object({ before: z.int(), messages: z.int() }).optional(),
})

/** An order as lists show it. */
export const wireRow = z.object({
  id: z.string(),
  order_id: z.string(),
  revision: z.int(),
  clientId: z.string(),
  clientName: z.string(),
  /** When its client was erased. */
  clientErased: time.optional(),
  name: z.string(),
  /** The name that it was opened under; empty once its client was erased. Absent where the row is from before it was known. */
  opened_as: z.string().optional(),
  date: time,
  /** When its last event was recorded, reading aside. */
  lastAt: time,
  completed: flag,
  cancelled: flag,
  steps: z.array(step),
  /** The time when its current step became the first open one. */
  current_since: time,
  /** The time of the client’s message that waits for an answer; absent while none does. */
  unanswered_since: time.optional(),
  /** The requests of one side that wait for the other. */
  pending: wirePending,
  /** The name of the business in the answers, and its question; absent where no question asks for it. */
  business: z.object({ question: z.int(), name: z.string() }).optional(),
  /** Rupees as decimal strings. */
  paid_amount: z.string(),
  actual_amount: z.string(),
  revisions: z.int(),
  /** The time when it got a price, and its paid revisions; absent while there is no price. */
  pricing: pricing.optional(),
  /** The sum that was invoiced, in paise, and by when it is due; absent where nothing was. */
  invoiced: invoiced.optional(),
  /** The receiver of the proposal, and its day; empty as long as there is none. */
  company: z.string(),
  proposal_date: z.string(),
  /** Its versions, the first one first; absent as long as there is none. */
  proposals: z.array(rowVersion).optional(),
  /** The side whose turn it is; empty once the order is closed. */
  waiting_on: z.enum(['agency', 'client', '']),
  /** The last day of delivery; empty without a proposal and once the order is closed. */
  due_on: z.string(),
  sent: z.object({ client: z.int(), admin: z.int() }),
  /** The places of deleted entries in it, if there are any: they do not count any more. */
  withdrawn: z.object({ client: z.array(z.int()), admin: z.array(z.int()) }).optional(),
  read: z.record(z.string(), z.int()),
  unread_messages: z.int(),
})

/** A page of a list of orders. */
export const rows = z.object({ data: z.array(wireRow), ...listState })

/** A shared file. */
const wireFile = z.object({
  id: z.string(),
  order_id: z.string(),
  sender_id: z.string(),
  sender: z.string(),
  sender_role: z.string(),
  /** `{filename, originalName, size}` as JSON text; of a picture `width` and `height` in pixels too, where they are known. */
  file: z.string(),
  file_type: z.enum(fileTypes),
  caption: z.string(),
  date: time,
  /** When it was replaced; empty when it never was. */
  updated_sent: z.string(),
  /** The versions it replaced, oldest first. */
  versions: z.array(z.object({ filename: z.string(), originalName: z.string(), date: time })),
})

/** A line of an order's timeline. */
const timelineLine = z.object({
  event: orderEvent,
  changes,
  origin: origin.optional(),
})

/** The raw id of a request: one that names no order is answered like an order that is not theirs. */
const anyId = z.unknown().optional()

const status = z.enum(orderStatuses)

/** An agreement, as it is sent. */
const wireAgreement = z.object({
  id: z.string(),
  revision: z.int(),
  type: z.string(),
  at: time,
  by: wirePerson,
  /** Its sentence, without who and when. */
  says: z.string(),
  /** Its exact texts and figures. */
  parts: z.array(z.object({ about: z.string(), text: z.string() })),
  /** The hash of its event, by which `/verify-history.mjs` names it; in hexadecimal. */
  hash: z.string(),
})
export type WireAgreement = z.infer<typeof wireAgreement>

const listQuery = z.object({ status: status.optional(), ...pageQuery })

/** The selection of orders, and their sorting. */
const searchQuery = {
  filter: z.enum(orderFilters).optional(),
  /** Every word, from its beginning, in the client's name, address or number, the order's name, the business, or messages. */
  search: z.string().trim().max(200).optional(),
}

/** The orders that a list of all of them shows, and their sorting. */
export const ordersShown = z.object({ status: status.optional(), ...searchQuery, sort: z.enum(orderSorts).optional() })

const filterCounts = Object.fromEntries(orderFilters.map((name) => [name, z.int()])) as Record<OrderFilter, z.ZodInt>

/** How many orders each list has. */
const sectionCounts = z.object({ open: z.int(), completed: z.int(), cancelled: z.int() })

const reads = { scope: 'orders:read', roles: clientsAndAdmins, viewable: true } as const

/** A page of an order’s events, going back from the latest. */
const backwards = {
  id: anyId,
  /** Only what is older than this revision. */
  before: z.coerce.number().int().min(0).optional(),
  limit: pageQuery.limit,
}
const backwardsState = {
  /** The value of `before` for the page that goes on from here; absent at the beginning. */
  next: z.int().optional(),
  access: z.boolean(),
}

/** Orders: their lists, their pages, and the commands. */
export const orderCalls = {
  userOrder: {
    endpoint: 'GET /api/user-order',
    summary: 'The client’s orders, newest first',
    roles: clientsAndAdmins,
    viewable: true,
    query: listQuery,
    answer: rows,
  },
  getOrders: {
    endpoint: 'GET /api/get-orders',
    scope: 'orders:read',
    summary: 'All orders, newest first unless sorted otherwise',
    roles: ['admin'],
    query: ordersShown.extend(pageQuery),
    answer: rows,
  },
  getOrderCounts: {
    endpoint: 'GET /api/get-order-counts',
    scope: 'orders:read',
    summary: 'Count orders by filter',
    roles: ['admin'],
    query: z.object(searchQuery),
    answer: z.object({
      /** The counts in each list, by the filter and the search of the query. */
      sections: sectionCounts,
      /** Whether a search has more than 1000 in a list: no more are counted. */
      atLeast: z.literal(true).optional(),
      /** The counts of all orders, by each filter; `open` has those of no filter. */
      filters: z.object({ open: z.int(), ...filterCounts }),
      ...readState,
    }),
  },
  getSingleOrder: {
    endpoint: 'GET /api/get-single-order',
    summary: 'Get an order; empty, with access false, if the user may not see it',
    ...reads,
    query: z.object({ id: anyId }),
    answer: z.object({ data: z.array(wireOrder), access: z.boolean() }),
  },
  getConversation: {
    endpoint: 'GET /api/get-conversation',
    summary: 'A page of an order’s messages and files, starting from the latest',
    ...reads,
    query: z.object({ ...backwards, limit: pageQuery.limit.default(100) }),
    answer: z.object({ data: z.array(wireEntry), ...backwardsState }),
  },
  getHistory: {
    endpoint: 'GET /api/get-history',
    summary: 'An order’s events, newest first',
    ...reads,
    query: z.object(backwards),
    answer: z.object({ data: z.array(orderEvent), ...backwardsState }),
  },
  verifyHistory: {
    endpoint: 'GET /api/verify-history',
    summary: 'Check that an order’s events are complete, in order and unchanged',
    ...reads,
    costly: true,
    query: z.object({ id: anyId }),
    answer: z.object({
      data: z.array(
        z.object({
          /** How many events are as they were recorded, from the first one on. */
          events: z.int(),
          /** The hash of the last of them, which stands for all before it; in hexadecimal. */
          hash: z.string(),
          /** How many of them are from before there were hashes. */
          unsealed: z.int(),
          verifiedAt: time,
          /** The first event that is not; absent where all are. */
          damage: z.object({ revision: z.int(), what: z.enum(damages) }).optional(),
        }),
      ),
      access: z.boolean(),
    }),
  },
  getAgreements: {
    endpoint: 'GET /api/get-agreements',
    summary: 'What client and agency agreed on in an order, oldest first, each with the hash of its event',
    ...reads,
    costly: true,
    query: z.object({ id: anyId }),
    answer: z.object({
      data: z.array(wireAgreement),
      /** The revision that the order stood at. */
      revision: z.int(),
      access: z.boolean(),
    }),
  },
  getTimeline: {
    endpoint: 'GET /api/get-timeline',
    summary: 'An order’s events with their changes, newest first, filtered by kind, person or search',
    ...reads,
    costly: true,
    query: z.object({
      kind: z.enum(eventKinds).optional(),
      /** The id of who did it. */
      person: z.string().max(100).optional(),
      /** Every word, from its beginning, in what the event says or has written in it, what it changed, or who did it. */
      search: z.string().trim().max(200).optional(),
      ...backwards,
    }),
    answer: z.object({
      data: z.array(timelineLine),
      /** The revision that the order stands at; -1 without access. */
      revision: z.int(),
      /** `next` also where a page of a filter has few lines, or none: it looks at no more than 2,000 events. */
      ...backwardsState,
      /** The people who wrote something in the order. */
      authors: z.array(z.object({ id: z.string(), name: z.string(), role })),
    }),
  },
  getOrderEvents: {
    endpoint: 'GET /api/get-order-events',
    summary: 'An order’s events, oldest first',
    ...reads,
    costly: true,
    query: z.object({
      id: anyId,
      /** Only what is newer than this revision; from the first one without it. */
      after: z.coerce.number().int().min(-1).default(-1),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
    }),
    answer: z.object({
      data: z.array(orderEvent),
      /** The revision that the order stands at: what is not here yet goes on after the last of `data`. */
      revision: z.int(),
      access: z.boolean(),
    }),
  },
  ...callsOf(orderCommands, changing, ({ orderId }) => orderId),
  acceptProposal: {
    endpoint: 'POST /api/accept-proposal',
    ...ofCommand(acceptProposal),
    body: acceptance,
  },
} as const satisfies Record<string, Call>

/** The files that an order's people share. */
export const fileCalls = {
  getSharedFiles: {
    endpoint: 'GET /api/get-shared-files',
    summary: 'The files shared on an order, oldest first',
    ...reads,
    query: z.object({ orderId: anyId }),
    answer: z.object({ data: z.array(wireFile), access: z.boolean() }),
  },
  shareFiles: {
    endpoint: 'POST /api/share-files',
    ...ofCommand(shareFiles),
    form: z.object({
      orderId,
      captions: jsonText(captionMissing),
      replaceId: z.string('The file id is missing or invalid').optional(),
    }),
  },
  shareDraft: {
    endpoint: 'POST /api/share-draft',
    ...ofCommand(shareDraft),
    form: z.object({ orderId, note: z.string().optional() }),
  },
  requestChanges: {
    endpoint: 'POST /api/request-changes',
    ...ofCommand(requestChanges),
    form: z.object({
      orderId,
      /** The version that was read, from 1 on. */
      version: z.string('The version is missing or invalid').regex(/^\d{1,9}$/, 'The version is missing or invalid'),
      /** The price of the round as it was read, in rupees. */
      price: z.string('Please enter an amount'),
      /** `{text, pin?: {file, page, x, y}, picture?}` each, as JSON; `picture` is the place of its file among the form’s. */
      points: jsonText(noPoints),
    }),
  },
  deleteSharedFile: {
    endpoint: 'DELETE /api/delete-shared-file',
    ...ofCommand(deleteFile),
    query: z.object({
      id: z.string('The file id is missing or invalid'),
      fileName: z.string('The file id is missing or invalid'),
    }),
  },
  getUpload: {
    endpoint: 'GET /uploads/:filename',
    scope: 'orders:read',
    summary: 'Get a file or a range of it',
    revalidated: true,
    roles: clientsAndAdmins,
    query: z.object({ download: z.string().optional() }),
    answer: 'file',
    problems: [404, 416],
  },
} as const satisfies Record<string, Call>

export type WireOrder = z.infer<typeof wireOrder>
export type WireRow = z.infer<typeof wireRow>
export type WireFile = z.infer<typeof wireFile>
export type TimelineLine = z.infer<typeof timelineLine>
