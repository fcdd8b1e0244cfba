import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { receiveUpload } from '#api/uploads/receive-upload.ts'
import { perform } from '#domain/command.ts'
import type { FormOf } from '#domain/contract/call.ts'
import { contract } from '#domain/contract/contract.ts'
import type { Person } from '#domain/event.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { pictureExtensions, requestChanges } from '#domain/order/request-changes.ts'
import { draftExtensions, shareDraft } from '#domain/order/share-draft.ts'

type DraftForm = FormOf<typeof contract.shareDraft>
type RoundForm = FormOf<typeof contract.requestChanges>

/** Stands for the files of a request that did not arrive yet. */
const anyFile: StoredFile = { filename: '-', originalName: '-', fileType: 'image', size: 0 }

/** The drafts of an order with files, and the rounds of changes that are asked for with pictures. */
export function reviewRoutes({ handler, files, allowances, settings }: AppContext) {
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

  /** Refuses, before the files are stored, what is refused whatever they are, where the fields came before them. */
  async function admitDraft(by: Person, body: Record<string, unknown>): Promise<void> {
    const fields = contract.shareDraft.form.safeParse(body).data
    if (!fields) return
    const { state } = await handler.load(orders, fields.orderId)
    perform(shareDraft, state, draftOf(fields, [anyFile]), { by, at: new Date().toISOString() })
  }
  async function admitRound(by: Person, body: Record<string, unknown>): Promise<void> {
    const fields = contract.requestChanges.form.safeParse(body).data
    if (!fields) return
    const { state } = await handler.load(orders, fields.orderId)
    const input = roundOf(
      fields,
      Array.from({ length: filesAtOnce }, () => anyFile),
    )
    perform(requestChanges, state, input, { by, at: new Date().toISOString() })
  }

  return {
    shareDraft({ person: by, request, response, execute }) {
      const work = (received: StoredFile[], fields: DraftForm) =>
        execute(orderCommands.shareDraft, fields.orderId, draftOf(fields, received), { same: sameAs(fields, received) })
      const { form } = contract.shareDraft
      const taken = { extensions: draftExtensions, fileSize, files: filesAtOnce, sender: by.id, form }
      const admit = (body: Record<string, unknown>) => admitDraft(by, body)
      return allowances.within(by, (allowance) =>
        receiveUpload(files, request, response, { ...taken, allowance, admit }, work),
      )
    },

    requestChanges({ person: by, request, response, execute }) {
      const work = (received: StoredFile[], fields: RoundForm) =>
        execute(orderCommands.requestChanges, fields.orderId, roundOf(fields, received), {
          same: sameAs(fields, received),
        })
      const { form } = contract.requestChanges
      const taken = { extensions: pictureExtensions, fileSize, files: filesAtOnce, sender: by.id, form }
      const admit = (body: Record<string, unknown>) => admitRound(by, body)
      return allowances.within(by, (allowance) =>
        receiveUpload(files, request, response, { ...taken, allowance, admit }, work),
      )
    },
  } satisfies Partial<Routes>
}
