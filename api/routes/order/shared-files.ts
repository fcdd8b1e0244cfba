import type { AppContext } from '#api/app-context.ts'
import { findRecorded } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { receiveUpload, sameFiles } from '#api/uploads/receive-upload.ts'
import { NotFound } from '#domain/command.ts'
import type { FormOf } from '#domain/contract/call.ts'
import { contract } from '#domain/contract/contract.ts'
import { sharedFileExtensions } from '#domain/file.ts'
import { orderCommands } from '#domain/order/actions.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { orderId } from '#domain/order/order.ts'
import { shareFiles } from '#domain/order/share-files.ts'
import { filesToWire } from '#domain/order/wire.ts'
import { sharedAs } from '#projections/order/files.ts'
import { admitUpload } from './admit-upload.ts'
import { findVisibleOrder } from './find-visible-order.ts'

/** The files that an order's people share. */
export function sharedFileRoutes(context: AppContext) {
  const { handler, projections, files, allowances, settings } = context
  const { sharedFileSize: fileSize, filesAtOnce, quota } = settings.files

  return {
    async getSharedFiles({ person, query }) {
      const found = await findVisibleOrder(handler, person, query.orderId)
      if (!found) return { data: [], access: false }
      return { data: filesToWire(found.id, found.order), access: true }
    },

    shareFiles({ request, response, execute, ...asking }) {
      const by = asking.person
      const admit = async (body: Record<string, unknown>) => {
        const id = orderId.safeParse(body.orderId).data
        if (id === undefined) return false // the fields come after the files: they are checked then
        return admitUpload(context, asking, orderCommands.shareFiles, { orderId: id, files: [], captions: [], quota })
      }
      const taken = { extensions: sharedFileExtensions, fileSize, files: filesAtOnce, admit }
      const work = (received: StoredFile[], fields: FormOf<typeof contract.shareFiles>) => {
        const { orderId: id, captions, replaceId } = fields
        const input = shareFiles.input.parse({
          orderId: id,
          files: received,
          captions,
          quota,
          ...(replaceId ? { replaceId } : {}),
        })
        const repeatKey = [id, captions, replaceId, sameFiles(received)]
        return execute(orderCommands.shareFiles, id, input, { repeatKey })
      }
      const { form } = contract.shareFiles
      return allowances.within(by, (allowance) =>
        receiveUpload(files, request, response, { ...taken, sender: by.id, allowance, form }, work),
      )
    },

    async deleteSharedFile({ query: { id, fileName }, execute }) {
      const known = await findRecorded(handler, projections.files, () => sharedAs(projections.files, id))
      if (!known) throw new NotFound('This file doesn’t exist')
      return execute(orderCommands.deleteFile, known.orderId, { orderId: known.orderId, id, fileName })
    },
  } satisfies Partial<Routes>
}
