import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { counted } from '#domain/count.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { erasedFile, erasedFilename, storedFile } from './conversation.ts'
import { draftPhases } from './design-draft.ts'
import { fileUrl } from './design-link.ts'
import { withPending } from './fields.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { pictureExtensions } from './request-changes.ts'
import { draftPhaseOf } from './review.ts'
import { draftAsks } from './share-design-link.ts'
import { bytesOf } from './share-files.ts'
import { truncateToLine } from './telling.ts'

export const DraftShared = orderEvent(
  'DraftShared',
  {
    files: personal(z.array(storedFile), [erasedFile]),
    note: personal(z.string().optional()),
    version: clear(z.int()),
    phase: z.enum(draftPhases),
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'designs',
    apply: (order, { version: _, ...data }, { by, at, revision }, { append }) => ({
      ...order,
      designs: append(order.designs, { ...data, link: fileUrl(data.files[0] ?? erasedFile), by: by.name, at }),
      pending: withPending(order.pending, { at, revision }, draftAsks),
    }),
    sentence: ({ version, files, note }) =>
      `Version ${version} of the design shared${
        files[0]?.filename === erasedFilename ? '' : `, ${counted(files.length, 'file')}`
      }${note ? `: ${truncateToLine(note, 80)}` : ''}`,
  },
)

/** The formats of a draft: those that every browser shows in its place. */
export const draftExtensions = [...pictureExtensions, 'pdf'] as const

/** Shows the client a design as pictures or PDF. `quota`: bytes an order may hold. */
export const shareDraft = orderCommand(
  'shareDraft',
  z.object({
    orderId,
    files: z.array(storedFile).min(1, 'Please choose a picture or a PDF'),
    note: requiredText('Please enter a note', 1_000).optional(),
    quota: z.int(),
  }),
  {
    summary: 'Share a design as pictures or PDF',
    scope: 'orders:write',
    limit: 'upload',
    roles: ['admin'],
    success: 'Design shared',
    decide(order, { files, note, quota }) {
      onlyWhileOpen(order)
      if (bytesOf(order, files) > quota) throw new Refusal('This project has reached its file limit')
      const { designs, steps } = order
      const said = note === undefined ? {} : { note }
      return [DraftShared({ files, ...said, version: designs.length + 1, phase: draftPhaseOf(steps) })]
    },
    undo: 'cannot be taken back',
    palette: [
      { tab: 'design', label: 'Upload a design', words: 'share draft version picture pdf', onlySearched: true },
    ],
  },
)
