import { Router } from 'express'
import { z } from 'zod'
import { NotFound, perform } from '#domain/action.ts'
import { jsonText } from '#domain/json.ts'
import { deleteFile } from '#domain/order/delete-file.ts'
import { orderId, orders } from '#domain/order/order.ts'
import { captionMissing, sharedFileExtensions, shareFiles } from '#domain/order/share-files.ts'
import { type FilesAnswer, filesToWire } from '#domain/order/wire.ts'
import { sharedAs } from '#projections/files.ts'
import { type Call, callsOn, people } from './call.ts'
import type { Parts } from './parts.ts'
import { withFiles } from './receive.ts'
import { requestOf } from './request.ts'
import { seenOrder } from './seen-order.ts'

const noSuchFile = 'There is no such file'

const sharing = {
  says: 'Share files, with a caption each',
  may: shareFiles.may,
  limit: 'upload',
  form: z.object({ orderId, captions: jsonText(captionMissing), replaceId: z.string(noSuchFile).optional() }),
  changes: true,
} as const satisfies Call

const deletion = {
  says: 'Take a shared file out of the conversation',
  may: deleteFile.may,
  query: z.object({ id: z.string('Which file?'), fileName: z.string('Which file?') }),
  changes: true,
} as const satisfies Call

/** The files that an order's people share. */
export function sharedFileRoutes({ handler, sessions, projections, files, settings }: Parts): Router {
  const { sharedFileSize: fileSize, filesAtOnce, quota } = settings.files
  const router = Router()
  const on = callsOn(router, sessions)

  on.get(
    '/api/get-shared-files',
    { may: people, query: z.object({ orderId: z.unknown().optional() }) },
    async (asked) => {
      const seen = await seenOrder(handler, asked.person, asked.query.orderId)
      if (!seen) return { data: [], access: false } satisfies FilesAnswer
      return { data: filesToWire(seen.id, seen.order), access: true } satisfies FilesAnswer
    },
  )

  on.post('/api/share-files', sharing, async ({ person: by }, request, response) => {
    /** What is refused whatever the files are is refused before they are stored. */
    const admit = async (body: Record<string, unknown>) => {
      const id = orderId.safeParse(body.orderId).data
      if (id === undefined) return // the fields come after the files: they are checked then
      const { state } = await handler.folded(orders, id)
      const none = { orderId: id, files: [], captions: [], quota }
      perform(shareFiles, state, none, { by, at: new Date().toISOString() })
    }
    const taken = {
      field: 'files',
      extensions: sharedFileExtensions,
      fileSize,
      files: filesAtOnce,
      admit,
      form: sharing.form,
    }
    return withFiles(files, request, response, taken, async (received, { orderId: id, captions, replaceId }) => {
      const input = shareFiles.input.parse({
        orderId: id,
        files: received,
        captions,
        quota,
        ...(replaceId ? { replaceId } : {}),
      })
      const same = [id, captions, replaceId, received.map(({ originalName, size }) => [originalName, size])]
      return handler.handle(shareFiles, input.orderId, input, requestOf(request, by, same))
    })
  })

  on.del('/api/delete-shared-file', deletion, async ({ person, query: { id, fileName } }, request) => {
    // A file that was shared a moment ago may not be in the read model yet.
    await projections.files.reached(handler.latest(), 2_000)
    const known = await sharedAs(projections.files, id)
    if (!known) throw new NotFound(noSuchFile)
    const input = { orderId: known.orderId, id, fileName }
    return handler.handle(deleteFile, known.orderId, input, requestOf(request, person, input))
  })

  return router
}
