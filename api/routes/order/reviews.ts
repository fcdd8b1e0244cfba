import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { receiveUpload } from '#api/uploads/receive-upload.ts'
import type { FormOf } from '#domain/contract/call.ts'
import { contract } from '#domain/contract/contract.ts'
import { orderCommands } from '#domain/order/actions.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { pictureExtensions, requestChanges } from '#domain/order/request-changes.ts'
import { draftExtensions, shareDraft } from '#domain/order/share-draft.ts'
import { admitUpload } from './admit-upload.ts'

type DraftForm = FormOf<typeof contract.shareDraft>
type RoundForm = FormOf<typeof contract.requestChanges>
type Asking = Parameters<typeof admitUpload>[1]

/** Stands for the files of a request that did not arrive yet. */
const anyFile: StoredFile = { filename: '-', originalName: '-', fileType: 'image', size: 0 }

/** The drafts of an order with files, and the rounds of changes that are asked for with pictures. */
export function reviewRoutes(context: AppContext) {
  const { files, allowances, settings } = context
  const { sharedFileSize: fileSize, filesAtOnce, quota } = settings.files

  const draftOf = ({ orderId, note }: DraftForm, received: StoredFile[]) =>
    shareDraft.input.parse({ orderId, files: received, quota, ...(note ? { note } : {}) })
  const roundOf = ({ orderId, version, price, points }: RoundForm, received: StoredFile[]) =>
    requestChanges.input.parse({ orderId, version: Number(version), price, points, files: received, quota })

  /** The part of an upload that is the same, however often it is sent. */
  const sameAs = (fields: object, received: readonly StoredFile[]) => [
    fields,
    received.map(({ originalName, size }) => [originalName, size]),
  ]

  // Where the fields came before the files.
  async function admitDraft(asking: Asking, body: Record<string, unknown>): Promise<boolean> {
    const fields = contract.shareDraft.form.safeParse(body).data
    return fields ? admitUpload(context, asking, orderCommands.shareDraft, draftOf(fields, [anyFile])) : false
  }
  async function admitRound(asking: Asking, body: Record<string, unknown>): Promise<boolean> {
    const fields = contract.requestChanges.form.safeParse(body).data
    if (!fields) return false
    const anyFiles = Array.from({ length: filesAtOnce }, () => anyFile)
    return admitUpload(context, asking, orderCommands.requestChanges, roundOf(fields, anyFiles))
  }

  return {
    shareDraft({ request, response, execute, ...asking }) {
      const by = asking.person
      const work = (received: StoredFile[], fields: DraftForm) =>
        execute(orderCommands.shareDraft, fields.orderId, draftOf(fields, received), { same: sameAs(fields, received) })
      const { form } = contract.shareDraft
      const taken = { extensions: draftExtensions, fileSize, files: filesAtOnce, sender: by.id, form }
      const admit = (body: Record<string, unknown>) => admitDraft(asking, body)
      return allowances.within(by, (allowance) =>
        receiveUpload(files, request, response, { ...taken, allowance, admit }, work),
      )
    },

    requestChanges({ request, response, execute, ...asking }) {
      const by = asking.person
      const work = (received: StoredFile[], fields: RoundForm) =>
        execute(orderCommands.requestChanges, fields.orderId, roundOf(fields, received), {
          same: sameAs(fields, received),
        })
      const { form } = contract.requestChanges
      const taken = { extensions: pictureExtensions, fileSize, files: filesAtOnce, sender: by.id, form }
      const admit = (body: Record<string, unknown>) => admitRound(asking, body)
      return allowances.within(by, (allowance) =>
        receiveUpload(files, request, response, { ...taken, allowance, admit }, work),
      )
    },
  } satisfies Partial<Routes>
}
