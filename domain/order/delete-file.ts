import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Invalid, NotAllowed, NotFound, Refusal } from '#domain/command.ts'
import { fileAnswer } from '#domain/questionnaire/question.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { fileIn, revisionsOf } from './conversation.ts'
import { fileBehind } from './design-link.ts'
import { orderId } from './input.ts'
import { onlyWhileOpen, withWithdrawn } from './order.ts'
import { stateOf } from './review.ts'
import { quotedName } from './telling.ts'

export const FileDeleted = orderEvent(
  'FileDeleted',
  {
    id: clear(z.string()),
    files: personal(z.array(fileAnswer), []),
    /** The places of the file in the list of what its sender's side has sent. */
    withdrawn: clear(z.object({ by: z.enum(['client', 'admin']), places: z.array(z.int()) }).optional()),
  },
  {
    ...entryTraits,
    kind: 'files',
    apply: (order, { id, withdrawn }, _, { append, change }) => ({
      ...order,
      conversation: change(order.conversation, id, () => undefined),
      deleted: append(order.deleted, id),
      withdrawn: withdrawn ? withWithdrawn(order.withdrawn, withdrawn) : order.withdrawn,
    }),
    // Of a client who was erased it is not known which.
    sentence: ({ files }) => (files.length === 0 ? 'Deleted a file' : `Deleted ${quotedName(files.at(-1)!)}`),
  },
)

/** Takes a shared file out of the conversation. Its sender may, and an admin. */
export const deleteFile = orderCommand(
  'deleteFile',
  z.object({
    orderId,
    id: z.string('The file id is missing or invalid'),
    fileName: z.string('The file id is missing or invalid'),
  }),
  {
    summary: 'Delete a shared file',
    scope: 'orders:write',
    roles: ['client', 'admin'],
    success: 'File deleted',
    decide(order, { id, fileName }, { by }) {
      onlyWhileOpen(order)
      if (order.deleted.includes(id)) return []
      const shared = fileIn(order.conversation, id)
      if (!shared) throw new NotFound('This file doesn’t exist')
      if (by.role !== 'admin' && shared.by.id !== by.id) throw new NotAllowed('Sorry Not Allowed')
      if (shared.file.filename !== fileName) throw new Invalid({ fileName: 'The file name doesn’t match this file' })
      const isApproved = stateOf(order, order.designs.length) === 'approved'
      if (!isApproved && fileBehind(order.designs.at(-1)?.link ?? '', [shared]))
        throw new Refusal('The design leads to this file. Please share another design first.')
      const versions = [...shared.before.map(({ file }) => file), shared.file]
      const files = versions.map(({ filename, originalName }) => ({ filename, originalName }))
      const { role } = shared.by
      const places = revisionsOf(shared).map((revision) => order.sent[role].indexOf(revision))
      return [FileDeleted({ id, files, withdrawn: { by: role, places } })]
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)
