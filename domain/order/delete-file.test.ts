import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid, NotAllowed, NotFound, perform } from '#domain/command.ts'
import { fold, type Person } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  designShared,
  draftApproved,
  farhan,
  fileDeleted,
  fileReplaced,
  fileShared,
  meera,
  messageSent,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { filesOf } from './conversation.ts'
import { deleteFile, FileDeleted } from './delete-file.ts'
import type { Order } from './order.ts'
import { anyPerson, cases, check, some } from './testing-action.ts'

const { filename, originalName } = fileShared.data.file
const theFile = { orderId: 'x1', id: fileShared.id, fileName: filename }
const gone = {
  type: 'FileDeleted' as const,
  data: { id: fileShared.id, files: [{ filename, originalName }], withdrawn: { by: 'client' as const, places: [1] } },
}
const byMeera = { ...fileShared, by: meera }
const problem = (input: typeof theFile, by: Person, ...samples: Sample<OrderEvent>[]): unknown => {
  try {
    return perform(deleteFile, fold(orders, recorded('order-1', samples)), input, { by, at: opened.at })
  } catch (error) {
    return error
  }
}

export const ofDeleteFile = cases(deleteFile, {
  example: {
    given: [opened, fileShared],
    by: asha,
    input: { id: fileShared.id, fileName: filename },
    follows: [FileDeleted(gone.data)],
    said: 'Deleted price list.pdf',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 200 },
  inputOf: { FileDeleted: ({ id, files }) => ({ id, fileName: files.at(-1)!.filename }) },
  tried: fc.record({ by: anyPerson, at: fc.nat(1), known: some(true, true, false) }).map(({ by, at, known }) => ({
    by,
    input({ conversation }: Order) {
      const file = filesOf(conversation)[at]
      return { id: file?.id ?? 'none', fileName: known ? file?.file.filename : 'another.pdf' }
    },
  })),
})

if (import.meta.vitest) {
  check(ofDeleteFile)

  describe('deleting a shared file', () => {
    it('is for its sender', () => given(orders, opened, fileShared).when(deleteFile, theFile, asha).then(gone))
    it('is refused while the latest design leads to it, and is not approved', () => {
      const linked = { ...designShared, data: { link: `https://atelier.example/uploads/${filename}` } }
      given(orders, opened, byMeera, linked)
        .when(deleteFile, theFile, meera)
        .thenRefused('The design leads to this file. Please share another design first.')
      given(orders, opened, fileShared, linked, designShared).when(deleteFile, theFile, meera).then(gone)
      given(orders, opened, fileShared, linked, draftApproved).when(deleteFile, theFile, meera).then(gone)
    })
    it('is for an admin, no matter who sent it', () => {
      const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
      given(orders, opened, fileShared).when(deleteFile, theFile, meera).then(gone)
      const ofAgency = { ...gone.data, withdrawn: { by: 'admin' as const, places: [0] } }
      given(orders, opened, byMeera)
        .when(deleteFile, theFile, ravi)
        .then({ ...gone, data: ofAgency })
    })
    it('is not for a client who did not send it', () =>
      expect(problem(theFile, asha, opened, byMeera)).toEqual(new NotAllowed('Sorry Not Allowed')))
    it('finds nothing in another client’s order', () =>
      expect(problem(theFile, farhan, opened, fileShared)).toEqual(new NotFound('Not found')))

    it('names every version, so that none of them stays behind', () =>
      given(orders, opened, fileShared, fileReplaced)
        .when(deleteFile, { ...theFile, fileName: fileReplaced.data.file.filename }, asha)
        .then({ type: 'FileDeleted', data: { ...fileDeleted.data, withdrawn: { by: 'client', places: [1, 2] } } }))
    it('does nothing the second time, no matter who asks', () => {
      const twice = given(orders, opened, fileShared, fileReplaced, fileDeleted)
      for (const by of [asha, meera])
        twice.when(deleteFile, { ...theFile, fileName: fileReplaced.data.file.filename }, by).then()
    })
    it('takes the file out of the conversation and leaves the rest', () => {
      const { conversation } = fold(
        orders,
        recorded('order-1', [opened, messageSent, fileShared, fileReplaced, fileDeleted]),
      )
      expect(conversation).toMatchObject([{ kind: 'message', text: messageSent.data.text }])
    })

    it('goes by the id: another file’s name will not do', () => {
      const wrong = new Invalid({ fileName: 'The file name doesn’t match this file' })
      expect(problem({ ...theFile, fileName: 'another.pdf' }, asha, opened, fileShared)).toEqual(wrong)
      expect(problem({ ...theFile, fileName: originalName }, asha, opened, fileShared)).toEqual(wrong)
      expect(problem(theFile, asha, opened, fileShared, fileReplaced)).toEqual(wrong)
    })
    it('tells others nothing about the name', () =>
      expect(problem({ ...theFile, fileName: 'another.pdf' }, asha, opened, byMeera)).toBeInstanceOf(NotAllowed))
    it('finds no file that was never shared, and no message', () => {
      const none = new NotFound('This file doesn’t exist')
      expect(problem(theFile, asha, opened)).toEqual(none)
      const message = { ...messageSent, id: fileShared.id }
      expect(problem(theFile, asha, opened, message)).toEqual(none)
    })

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) => {
      for (const before of [[fileShared], [fileShared, fileDeleted]])
        given(orders, opened, ...before, closed)
          .when(deleteFile, theFile, asha)
          .thenRefused('Order Either Completed Or Cancelled')
    })
    it.each(['id', 'fileName'])('needs the %s', (field) => {
      for (const nothing of [undefined, null, 5, ['a']]) {
        const checked = deleteFile.input.safeParse({ ...theFile, [field]: nothing })
        expect(checked.error?.issues.map(({ message }) => message)).toEqual(['The file id is missing or invalid'])
      }
    })
  })
}
