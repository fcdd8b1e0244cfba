import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, completed, draftShared, meera, opened } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { DraftShared, shareDraft } from './share-draft.ts'
import { cases, check, some, tries } from './testing-action.ts'

const page = (n: number, size = 100) => ({
  filename: `draft-${n}.png`,
  originalName: `page ${n}.png`,
  fileType: 'image' as const,
  size,
})
const quota = 1_000
const files = [page(1), page(2)]
const shared = { files, version: 1, phase: 'landing page' as const }

export const ofShareDraft = cases(shareDraft, {
  example: {
    given: [opened],
    by: meera,
    input: { files, note: 'With the new prices', quota },
    follows: [DraftShared({ ...shared, note: 'With the new prices' })],
    said: 'Version 1 of the design shared, 2 files: With the new prices',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { DraftShared: ({ files, note }) => ({ files, note, quota: 10_000 }) },
  tried: tries({ files: some(files, [page(3)]), quota: fc.constant(quota) }),
  refused: {
    'once the order is closed': {
      given: [opened, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
  invalid: [
    { input: { files: [], quota }, fields: { files: 'Please choose a picture or a PDF' } },
    { input: { files, note: ' ', quota }, fields: { note: 'Please enter a note' } },
  ],
})

if (import.meta.vitest) {
  check(ofShareDraft)

  describe('sharing a draft', () => {
    const orderOf = (...samples: Parameters<typeof recorded>[1]) => fold(orders, recorded('order-1', samples as never))

    it('makes it the latest version, which waits for the client', () => {
      const order = orderOf(opened, draftShared)
      expect(order.designs.at(-1)).toMatchObject({
        files: draftShared.data.files,
        by: meera.name,
        phase: 'landing page',
      })
      expect(order.designs.at(-1)!.link).toBe(`/uploads/${draftShared.data.files[0]!.filename}`)
      expect(order.pending).toEqual({ draft: { at: draftShared.at, revision: 1 } })
    })
    it('counts the versions as links do', () =>
      given(orders, opened, draftShared)
        .when(shareDraft, { orderId: 'x1', files, quota: 1_000_000 }, meera)
        .then(DraftShared({ ...shared, version: 2 })))
    it('is of the full design once the landing page is done', () => {
      const done = { type: 'StepToggled' as const, data: { step: 5, done: true }, by: meera, at: opened.at }
      given(orders, opened, done)
        .when(shareDraft, { orderId: 'x1', files, quota }, meera)
        .then(DraftShared({ ...shared, phase: 'full design' }))
    })
    it('takes room of the order’s, and no more than there is', () => {
      const { size } = draftShared.data.files[0]!
      const more = (quota: number) =>
        given(orders, opened, draftShared).when(shareDraft, { orderId: 'x1', files, quota }, meera)
      more(size + 200).then(DraftShared({ ...shared, version: 2 }))
      more(size + 199).thenRefused('This project has reached its file limit')
    })
    it('is not for a client', () =>
      given(orders, opened).when(shareDraft, { orderId: 'x1', files, quota }, asha).thenRefused('Sorry Not Allowed'))
  })
}
