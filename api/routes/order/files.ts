import { pipeline } from 'node:stream/promises'
import type { AppContext } from '#api/app-context.ts'
import { findRecorded } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { contentFor, ignorePrematureClose } from '#api/http/streamed.ts'
import { admitUpload, receiveUpload, sameFiles } from '#api/uploads/receive-upload.ts'
import { NotFound } from '#domain/command.ts'
import { contract } from '#domain/contract/contract.ts'
import { extensionOf, sharedFileExtensions } from '#domain/file.ts'
import { fileName } from '#domain/one-line.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import { orderId } from '#domain/order/input.ts'
import { maySee } from '#domain/order/order.ts'
import { shareFiles } from '#domain/order/share-files.ts'
import { filesToWire } from '#domain/order/wire.ts'
import { DamagedFile, type FileStat, freed } from '#infra/files/store.ts'
import { type OwnedFile, sharedAs } from '#projections/order/files.ts'
import { findVisibleOrder } from './find-visible-order.ts'

/** The files that an order's people share, and the content of each file of an order. */
export function fileRoutes(context: AppContext) {
  const { handler, projections, settings } = context
  const { sharedFileSize: fileSize, filesAtOnce, quota } = settings.files

  return {
    async getSharedFiles({ person, query }) {
      const found = await findVisibleOrder(handler, person, query.orderId)
      if (!found) return { data: [], access: false }
      return { data: filesToWire(found.id, found.order), access: true }
    },

    shareFiles({ execute, ...asking }) {
      const admit = async (body: Record<string, unknown>) => {
        const id = orderId.safeParse(body.orderId).data
        if (id === undefined) return false // the fields come after the files: they are checked then
        return admitUpload(context, asking, orderCommands.shareFiles, { orderId: id, files: [], captions: [], quota })
      }
      const { form } = contract.shareFiles
      const taken = { form, extensions: sharedFileExtensions, fileSize, files: filesAtOnce, admit }
      return receiveUpload(context, asking, taken, (received, { orderId: id, captions, replaceId }) => {
        const input = shareFiles.input.parse({
          orderId: id,
          files: received,
          captions,
          quota,
          ...(replaceId ? { replaceId } : {}),
        })
        const repeatKey = [id, captions, replaceId, sameFiles(received)]
        return execute(orderCommands.shareFiles, id, input, { repeatKey })
      })
    },

    async deleteSharedFile({ query: { id, fileName }, execute }) {
      const known = await findRecorded(handler, projections.files, () => sharedAs(projections.files, id))
      if (!known) throw new NotFound('This file doesn’t exist')
      return execute(orderCommands.deleteFile, known.orderId, { orderId: known.orderId, id, fileName })
    },

    getUpload: sendFile(context),
  } satisfies Partial<Routes>
}

/** The extensions that a browser may show as part of a page. Everything else is saved. */
const inlineExtensions = new Set(
  'pdf jpg jpeg png gif webp bmp ico txt mp4 webm mov m4v ogg oga mp3 wav m4a aac flac'.split(' '),
)

/** Describes a damaged file for the log: none of its content is sent. */
const damaged = ({ id, orderId, by, size }: OwnedFile, stat: FileStat | undefined) =>
  new DamagedFile(
    `The file ${id} of the order ${orderId}, sent by ${by}, has ${stat?.size ?? 'no'} of its ${size} bytes`,
  )

/** Serves files to the people who may see the order they belong to. */
const sendFile =
  ({ files, projections, handler }: AppContext): Routes['getUpload'] =>
  async ({ person, query, request, response }) => {
    const filename = String(request.params.filename)
    const known = await findRecorded(handler, projections.files, () => projections.files.collection.get(filename))
    const owner = known && (await handler.load(orders, known.orderId)).state
    const isDeleted = known?.sharedAs !== undefined && owner?.deleted.includes(known.sharedAs)
    if (!owner || !maySee(owner, person) || isDeleted) throw new NotFound('This file doesn’t exist')
    // A name's content never changes; whether it may still be seen is asked each time.
    response.set('ETag', `"${filename}"`)
    const caching = { 'Cache-Control': 'private, no-cache' }
    if (request.fresh) {
      response.status(304).set(caching).end()
      return undefined
    }
    const stat = await files.stat(filename)
    if (stat?.size !== (known.size ?? stat?.size ?? 0)) throw damaged(known, stat)
    if (!stat) throw new NotFound('This file doesn’t exist')

    const ranges = request.range(stat.size)
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
    response.set({ 'Accept-Ranges': 'bytes', ...caching })
    if (ranges === -1) {
      response.status(416).set('Content-Range', `bytes */${stat.size}`).json({ message: 'The file ends before that' })
      return undefined
    }

    const content = await contentFor(request, () => files.get(filename, range))
    if (!content) throw new NotFound('This file doesn’t exist')
    const extension = extensionOf(filename)
    const save = query.download === 'true' || !inlineExtensions.has(extension)
    response.attachment(fileName(known.originalName))
    if (!save) response.set('Content-Disposition', response.get('Content-Disposition')!.replace('attachment', 'inline'))
    response.type(inlineExtensions.has(extension) ? extension : 'application/octet-stream').set({
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'Content-Length': String(range ? range.end - range.start + 1 : stat.size),
      ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${stat.size}` } : {}),
    })
    response.status(range ? 206 : 200)
    await ignorePrematureClose(pipeline(content, freed, response))
    return undefined
  }
