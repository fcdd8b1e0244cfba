import { z } from 'zod'
import { Invalid, NotAllowed, NotFound } from '../command.ts'
import { fileIn } from './conversation.ts'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

/** Takes a shared file out of the conversation. Its sender may, and an admin. */
export const deleteFile = orderCommand({
  name: 'deleteFile',
  summary: 'Delete a shared file',
  roles: ['client', 'admin'],
  input: z.object({ orderId, id: z.string('Which file?'), fileName: z.string('Which file?') }),
  success: 'File deleted',
  decide(order, { id, fileName }, { by }) {
    onlyWhileOpen(order)
    if (order.deleted.includes(id)) return []
    const shared = fileIn(order.conversation, id)
    if (!shared) throw new NotFound('There is no such file')
    if (by.role !== 'admin' && shared.by.id !== by.id) throw new NotAllowed('Sorry Not Allowed')
    if (shared.file.filename !== fileName) throw new Invalid({ fileName: 'This is not the name of that file' })
    const versions = [...shared.before.map(({ file }) => file), shared.file]
    const files = versions.map(({ filename, originalName }) => ({ filename, originalName }))
    const { role } = shared.by
    const places = (shared.revisions ?? [shared.revision]).map((revision) => order.sent[role].indexOf(revision))
    return [{ type: 'FileDeleted', data: { id, files, withdrawn: { by: role, places } } }]
  },
})
