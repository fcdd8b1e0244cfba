import type { ZodType } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import type { RequestContext, Routes } from '#api/http/router.ts'
import { admitUpload, receiveUpload, sameFiles } from '#api/uploads/receive-upload.ts'
import type { Command } from '#domain/command.ts'
import type { FormOf } from '#domain/contract/call.ts'
import { contract } from '#domain/contract/contract.ts'
import { type OrderEvent, orderCommands } from '#domain/order/actions.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import type { Order } from '#domain/order/order.ts'
import { pictureExtensions, requestChanges } from '#domain/order/request-changes.ts'
import { maxPoints } from '#domain/order/review.ts'
import { draftExtensions, shareDraft } from '#domain/order/share-draft.ts'

type DraftForm = FormOf<typeof contract.shareDraft>
type RoundForm = FormOf<typeof contract.requestChanges>

/** Stands for the files of a request that did not arrive yet. */
const anyFile: StoredFile = { filename: '-', originalName: '-', fileType: 'image', size: 0 }

/** The drafts of an order with files, and the rounds of changes that are asked for with pictures. */
export function reviewRoutes(context: AppContext) {
  const { sharedFileSize: fileSize, filesAtOnce, quota } = context.settings.files

  const draftOf = ({ orderId, note }: DraftForm, received: StoredFile[]) =>
    shareDraft.input.parse({ orderId, files: received, quota, ...(note ? { note } : {}) })
  const roundOf = ({ orderId, version, price, points }: RoundForm, received: StoredFile[]) =>
    requestChanges.input.parse({ orderId, version: Number(version), price, points, files: received, quota })

  /** The route of a command whose files come with a form. `standIns` is for how many files it is tried before they arrive. */
  const uploading =
    <Form extends { orderId: string }, Input extends { orderId: string }>(
      command: Command<Order, OrderEvent, Input>,
      { form, extensions, standIns }: { form: ZodType<Form>; extensions: readonly string[]; standIns: number },
      inputOf: (fields: Form, received: StoredFile[]) => Input,
    ) =>
    ({ execute, ...asking }: RequestContext<'shareDraft' | 'requestChanges'>) => {
      // Where the fields came before the files.
      const admit = async (body: Record<string, unknown>) => {
        const fields = form.safeParse(body).data
        if (!fields) return false
        return admitUpload(context, asking, command, inputOf(fields, Array<StoredFile>(standIns).fill(anyFile)))
      }
      const taken = { form, extensions, fileSize, files: filesAtOnce, admit }
      return receiveUpload(context, asking, taken, (received, fields) => {
        const repeatKey = [fields, sameFiles(received)]
        return execute(command, fields.orderId, inputOf(fields, received), { repeatKey })
      })
    }

  const draft = { form: contract.shareDraft.form, extensions: draftExtensions, standIns: 1 }
  const round = { form: contract.requestChanges.form, extensions: pictureExtensions, standIns: maxPoints }
  return {
    shareDraft: uploading(orderCommands.shareDraft, draft, draftOf),
    requestChanges: uploading(orderCommands.requestChanges, round, roundOf),
  } satisfies Partial<Routes>
}
