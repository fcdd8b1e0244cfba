import { z } from 'zod'
import { orderStatuses } from '#domain/order/fields.ts'

const time = z.iso.datetime().describe('ISO 8601, UTC')
const rupees = z.string().describe('Rupees, with a minus where there is one')

const sharedFile = z.object({
  name: z.string(),
  caption: z.string().optional(),
  by: z.string(),
  at: time,
  path: z.string().optional().describe('Where it is in this archive; missing if no longer stored'),
})

const origin = z
  .object({ address: z.string(), browser: z.string().optional() })
  .describe('The network address and the browser it was done from')

/** Something that was recorded: in a sentence, and with all that it says. */
const entry = z.object({
  at: time,
  by: z.string(),
  what: z.string(),
  data: z.record(z.string(), z.unknown()).optional().describe('What was written or chosen, in full; amounts in paise'),
  origin: origin.optional(),
})

/** All data of an order, as its client is handed it. */
const downloadedOrder = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  status: z.enum(orderStatuses),
  opened: time,
  closed: time.optional(),
  answers: z.array(
    z.object({ question: z.string(), answer: z.union([z.string(), z.array(z.string()), sharedFile, z.null()]) }),
  ),
  steps: z.array(z.object({ name: z.string(), done: z.boolean() })),
  proposal: z
    .object({ for: z.string(), date: z.string(), problem: z.string(), goals: z.string(), solution: z.string() })
    .optional(),
  designs: z.array(z.object({ link: z.string(), at: time })),
  invoice: z.object({ paid: rupees, price: rupees, extraRevisions: z.int() }),
  messages: z.array(z.object({ by: z.string(), at: time, text: z.string() })),
  files: z.array(sharedFile),
  history: z.array(entry),
})

/** The content of a download’s `data.json`: published beside it as a JSON Schema. */
export const personalDownload = z
  .object({
    made: time,
    agency: z.string(),
    profile: z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      role: z.enum(['client', 'admin']),
      since: time,
      addressConfirmed: z.boolean(),
      secondFactor: z.boolean(),
    }),
    sessions: z.array(z.object({ since: time, device: z.string().optional() })),
    notifications: z.object({ mail: z.boolean(), push: z.boolean() }),
    devices: z
      .array(z.object({ name: z.string(), since: time, endpoint: z.string() }))
      .describe('Devices with notifications'),
    request: z
      .object({
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        first: time,
        last: time,
        years: z.number().optional(),
        employees: z.number().optional(),
        roles: z.number().optional(),
        customers: z.number().optional(),
        answers: z.unknown().optional(),
      })
      .optional()
      .describe('Sent with the price request'),
    draft: z.record(z.string(), z.unknown()).optional().describe('Answers that were not sent yet, by question'),
    history: z.array(entry).describe('Of the account, the price request and API keys'),
    security: z
      .array(z.object({ at: time, last: time, times: z.int(), what: z.string(), origin: origin.optional() }))
      .describe('The security log of the last 180 days'),
    orders: z.array(downloadedOrder),
  })
  .describe('All data held about a person. Times are ISO 8601, UTC.')

export type DownloadedEntry = z.infer<typeof entry>
export type DownloadedOrder = z.infer<typeof downloadedOrder>
export type PersonalDownload = z.infer<typeof personalDownload>
