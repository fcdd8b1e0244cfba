import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid, NotAllowed, perform, Refusal } from '#domain/command.ts'
import { fold, type Person } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  farhan,
  fileDeleted,
  fileReplaced,
  fileShared,
  meera,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { filesOf } from './conversation.ts'
import type { Order } from './order.ts'
import { FileShared, shareFiles } from './share-files.ts'
import { anyPerson, cases, check, some } from './testing-action.ts'

const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
const file = (n: number, size = 100) => ({
  filename: `k${n}.png`,
  originalName: `sari ${n}.png`,
  fileType: 'image' as const,
  size,
})
const one = { orderId: 'x1', files: [file(1)], captions: ['The border'], quota: 1_000_000 }
const two = { ...one, files: [file(1), file(2)], captions: ['The border', 'The end piece'] }
const shared = (n: number, caption: string) => ({ type: 'FileShared' as const, data: { file: file(n), caption } })
const next = { ...one, replaceId: fileShared.id }
const replaced = { type: 'FileReplaced' as const, data: { id: fileShared.id, file: file(1), caption: 'The border' } }
const byMeera = { ...fileShared, by: meera }

/** The errors of sharing. */
const problem = (input: typeof one & { replaceId?: string }, by: Person, ...samples: Sample<OrderEvent>[]): unknown => {
  try {
    return perform(shareFiles, fold(orders, recorded('order-1', samples)), input, { by, at: opened.at })
  } catch (error) {
    return error
  }
}

const anyFile = fc.record({
  filename: fc.uuid(),
  originalName: some('price list.pdf', 'साड़ी.png'),
  fileType: some('application', 'image'),
  size: fc.nat(400),
})
const sharing = fc
  .record({ by: anyPerson, files: fc.array(anyFile, { minLength: 1, maxLength: 3 }), extra: some(0, 0, 0, 1) })
  .map(({ by, files, extra }) => {
    const captions = Array.from({ length: files.length + extra }, (_, at) => `Picture ${at}`)
    return { by, input: { files, captions, quota: 3_000 } }
  })
const replacing = fc.record({ by: anyPerson, file: anyFile, at: fc.nat(1) }).map(({ by, file, at }) => ({
  by,
  input: (order: Order) => ({
    files: [file],
    captions: ['A better one'],
    replaceId: filesOf(order.conversation)[at]?.id ?? 'none',
    quota: 3_000,
  }),
}))

const { quota } = one
export const ofShareFiles = cases(shareFiles, {
  example: {
    given: [opened],
    by: asha,
    input: { files: one.files, captions: one.captions, quota },
    follows: [FileShared(shared(1, 'The border').data)],
    said: 'Shared sari 1.png: The border',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 200 },
  inputOf: {
    FileShared: ({ file, caption }) => ({ files: [file], captions: [caption], quota }),
    FileReplaced: ({ id, file, caption }) => ({ files: [file], captions: [caption], replaceId: id, quota }),
  },
  tried: fc.oneof(sharing, replacing),
})

if (import.meta.vitest) {
  check(ofShareFiles)

  describe('sharing files', () => {
    // spec: 6.10
    it.each([asha, meera])('is for both sides: $name', (by) =>
      given(orders, opened).when(shareFiles, one, by).then(shared(1, 'The border')),
    )
    it('makes an event of each, with its own caption', () =>
      given(orders, opened).when(shareFiles, two, asha).then(shared(1, 'The border'), shared(2, 'The end piece')))
    it('is for the other side to read', () =>
      expect(fold(orders, recorded('order-1', [opened, fileShared, byMeera])).sent).toEqual({
        client: [0, 1],
        admin: [2],
      }))

    // spec: 6.10
    it.each([completed, cancelled])('is refused after $type, to both sides', (closed) => {
      for (const by of [asha, meera])
        given(orders, opened, closed).when(shareFiles, one, by).thenRefused('Order Either Completed Or Cancelled')
    })
    it('finds nothing in another client’s order', () =>
      given(orders, opened).when(shareFiles, one, farhan).thenRefused('Not found'))
    it('finds no order where there is none', () => given(orders).when(shareFiles, one, meera).thenRefused('Not found'))

    // spec: 5.22
    it('needs a caption for each file, no fewer and no more', () => {
      for (const captions of [['The border'], ['One', 'Two', 'Three'], []])
        expect(problem({ ...two, captions }, asha, opened)).toEqual(
          new Invalid({ captions: 'Please write a caption for each file' }),
        )
    })
    // spec: 5.22
    it.each([[['The border', '']], [['The border', ' ']], [['The border', null]], ['The border'], [undefined]])(
      'does not take %j for captions',
      (captions) => {
        const checked = shareFiles.input.safeParse({ ...two, captions })
        expect(checked.error?.issues.map(({ message }) => message)).toEqual(['Please write a caption for each file'])
      },
    )
    it('looks at no more captions than a project may have files', () => {
      const checked = shareFiles.input.safeParse({ ...one, captions: Array.from({ length: 2_001 }, () => null) })
      expect(checked.error?.issues).toHaveLength(1)
    })
    it('has captions of 1000 characters, and no longer', () => {
      const fits = (caption: string) => shareFiles.input.safeParse({ ...one, captions: [caption] }).success
      expect([fits('x'.repeat(1_000)), fits('x'.repeat(1_001))]).toEqual([true, false])
    })
    it('needs a file', () => {
      const checked = shareFiles.input.safeParse({ ...one, files: [], captions: [] })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['Please choose a file'])
    })
  })

  describe('the room that an order has for files', () => {
    const held = fileShared.data.file.size
    const both = held + fileReplaced.data.file.size
    const full = 'This project has reached its file limit'

    it('is filled to the last byte', () =>
      given(orders, opened, fileShared)
        .when(shareFiles, { ...one, quota: held + 100 }, asha)
        .then(shared(1, 'The border')))
    it('is for 2,000 files, however small they are', () => {
      const empty = { ...fileShared, data: { ...fileShared.data, file: { ...fileShared.data.file, size: 0 } } }
      given(orders, opened, ...Array(1_999).fill(empty))
        .when(shareFiles, one, asha)
        .then(shared(1, 'The border'))
      given(orders, opened, ...Array(2_000).fill(empty))
        .when(shareFiles, one, asha)
        .thenRefused(full)
    })
    it('is not filled beyond it', () =>
      given(orders, opened, fileShared)
        .when(shareFiles, { ...one, quota: held + 99 }, asha)
        .thenRefused(full))
    it('is for all files of a request together', () =>
      given(orders, opened)
        .when(shareFiles, { ...two, quota: 199 }, asha)
        .thenRefused(full))
    it('is taken by earlier versions too', () => {
      const there = given(orders, opened, fileShared, fileReplaced)
      there.when(shareFiles, { ...one, quota: both + 99 }, asha).thenRefused(full)
      there.when(shareFiles, { ...one, quota: both + 100 }, asha).then(shared(1, 'The border'))
    })
    it('is given back by a file that is deleted', () =>
      given(orders, opened, fileShared, fileReplaced, fileDeleted)
        .when(shareFiles, { ...one, quota: 100 }, asha)
        .then(shared(1, 'The border')))
  })

  describe('replacing a file', () => {
    it('puts one in the place of another', () =>
      given(orders, opened, fileShared).when(shareFiles, next, asha).then(replaced))
    it('is for its sender alone', () => {
      for (const by of [meera, ravi])
        expect(problem(next, by, opened, fileShared)).toEqual(new NotAllowed('Sorry Not Allowed'))
      for (const by of [asha, ravi]) expect(problem(next, by, opened, byMeera)).toBeInstanceOf(NotAllowed)
      given(orders, opened, byMeera).when(shareFiles, next, meera).then(replaced)
    })
    it('finds nothing in another client’s order', () =>
      given(orders, opened, fileShared).when(shareFiles, next, farhan).thenRefused('Not found'))
    it('tells others that it is not theirs before it tells them that there is no room', () =>
      expect(problem({ ...next, quota: 0 }, meera, opened, fileShared)).toBeInstanceOf(NotAllowed))
    it('needs the file to be there still', () => {
      const gone = new Refusal('The file you’re replacing has been deleted')
      expect(problem(next, asha, opened)).toEqual(gone)
      expect(problem(next, asha, opened, fileShared, fileDeleted)).toEqual(gone)
    })
    it('is one for one', () =>
      expect(problem({ ...two, replaceId: fileShared.id }, asha, opened, fileShared)).toEqual(
        new Invalid({ files: 'You can replace a file with only one file' }),
      ))
    it('needs room for the new version', () =>
      given(orders, opened, fileShared)
        .when(shareFiles, { ...next, quota: fileShared.data.file.size + 99 }, asha)
        .thenRefused('This project has reached its file limit'))
    it.each([completed, cancelled])('is refused after $type', (closed) =>
      given(orders, opened, fileShared, closed)
        .when(shareFiles, next, asha)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it('is for the other side to read once more', () =>
      expect(fold(orders, recorded('order-1', [opened, fileShared, fileReplaced])).sent.client).toEqual([0, 1, 2]))
  })
}
