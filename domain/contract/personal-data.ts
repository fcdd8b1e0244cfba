import { z } from 'zod'
import { personId } from '#domain/account/account.ts'
import { dataRequest } from '#domain/account/download-data.ts'
import { erasureConfirmation } from '#domain/account/erase-account.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, role, time } from './schemas.ts'

/** The data of a person before it is erased: what goes, and what stays without them. */
const erasure = z.object({
  id: z.string(),
  name: z.string(),
  /** The text that has to be typed. */
  email: z.string(),
  role,
  /** Whether there is an account, an invitation to make one, or a lead alone. */
  known: z.enum(['account', 'invitation', 'lead']),
  orders: z.object({ open: z.int(), closed: z.int() }),
  /** How many files they have sent. */
  files: z.int(),
  /** Why it cannot be done now, in a sentence. */
  refusal: z.string().optional(),
})

/** The rights that the law gives a person: all their data as a file, and erasure. */
export const personalDataCalls = {
  requestData: {
    endpoint: 'POST /api/request-data',
    summary: 'Request a download of personal data with your password: your own, or as an admin another person’s',
    logged: { account: 'requested a data download' },
    roles: clientsAndAdmins,
    limit: 'password',
    body: dataRequest,
    // Good for two minutes, in this session.
    answer: message.extend({ link: z.string() }),
    problems: [403, 404],
  },
  downloadData: {
    endpoint: 'GET /api/download-data',
    summary: 'Download personal data: a ZIP with JSON, a readable page and all files',
    logged: { account: 'downloaded personal data' },
    roles: clientsAndAdmins,
    costly: true,
    query: z.object({ ticket: z.string().max(1_000) }),
    answer: 'file',
    problems: [403, 404],
  },
  previewErasure: {
    endpoint: 'GET /api/preview-erasure',
    summary: 'Preview what would be deleted: for yourself, or as an admin for another person',
    roles: clientsAndAdmins,
    query: z.object({ id: personId.optional() }),
    answer: z.object({ data: z.tuple([erasure]) }),
    problems: [403, 404],
  },
  eraseMyAccount: {
    endpoint: 'POST /api/erase-my-account',
    summary: 'Delete your own account, with password and email address',
    logged: { account: 'deleted their account' },
    roles: ['client'],
    forbidden: 'Admins can be deleted only by another admin, after removal',
    forgetsCaller: true,
    limit: 'password',
    body: erasureConfirmation,
    answer: message.extend({ erasing: time }),
    problems: [409],
  },
  erasePerson: {
    endpoint: 'POST /api/erase-person',
    summary: 'Delete the data of a client, a lead or a removed admin, with your password and their email address',
    logged: { admin: 'deleted a person’s data' },
    roles: ['admin'],
    forbidden: 'Only admins can delete other people’s data',
    limit: 'password',
    body: erasureConfirmation.extend({ personId }),
    answer: message.extend({ erasing: time }),
    problems: [404, 409],
  },
} as const satisfies Record<string, Call>

export type WireErasure = z.infer<typeof erasure>
