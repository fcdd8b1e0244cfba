import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Invalid, NotAllowed, Refusal } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import { messageTraits, orderCommand, orderEvent, type SentenceContext } from './action.ts'
import { captionMissing, erasedFile, fileIn, filesOf, type StoredFile, storedFile } from './conversation.ts'
import { orderId, singleLineText } from './input.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { reviewFiles } from './review.ts'
import { quotedName, unlessErased } from './telling.ts'

export const FileShared = orderEvent(
  'FileShared',
  { file: personal(storedFile, erasedFile), caption: personal(z.string(), '') },
  {
    ...messageTraits,
    kind: 'files',
    countedAs: 'file',
    apply: (order, data, { id, revision, by, at }, { append }) => ({
      ...order,
      conversation: append(order.conversation, { kind: 'file', id, revision, by, at, ...data, before: [] }),
    }),
    sentence: ({ file, caption }) => `Shared ${quotedName(file)}${unlessErased(': ', caption, 80)}`,
  },
)

export const FileReplaced = orderEvent(
  'FileReplaced',
  { id: clear(z.string()), file: personal(storedFile, erasedFile), caption: personal(z.string(), '') },
  {
    ...messageTraits,
    kind: 'files',
    countedAs: 'file',
    apply: (order, { id, file, caption }, { at, revision }, { append, change }) => ({
      ...order,
      conversation: change(order.conversation, id, (entry) =>
        entry.kind === 'file'
          ? {
              ...entry,
              file,
              caption,
              replacedAt: at,
              before: append(entry.before, { file: entry.file, at: entry.replacedAt ?? entry.at }),
              revisions: append(entry.revisions ?? [entry.revision], revision),
            }
          : entry,
      ),
    }),
    sentence({ id, file }, order) {
      const earlier = versionBefore(order, id, file)
      return earlier && earlier.originalName !== file.originalName
        ? `Replaced ${quotedName(earlier)} with ${quotedName(file)}`
        : `Uploaded a new version of ${quotedName(file)}`
    },
  },
)

/** The version that a file took the place of. */
function versionBefore(order: SentenceContext, id: string, { filename }: StoredFile): StoredFile | undefined {
  const shared = fileIn(order.conversation, id)
  if (!shared) return undefined
  const versions = [...shared.before.map(({ file }) => file), shared.file]
  return versions[versions.findIndex((version) => version.filename === filename) - 1]
}

/** How many files an order may have, earlier versions included: each is sent with the order, however small it is. */
const maxFiles = 2_000

/** Shares files with a caption each, or puts one in the place of an earlier one. `quota`: bytes an order may hold. */
export const shareFiles = orderCommand(
  'shareFiles',
  z.object({
    orderId,
    files: z.array(storedFile).min(1, 'Please choose a file'),
    captions: z.array(singleLineText(captionMissing, 1_000), captionMissing).max(maxFiles, captionMissing),
    replaceId: z.string().optional(),
    quota: z.int(),
  }),
  {
    summary: 'Share files, each with a caption',
    scope: 'orders:write',
    limit: 'upload',
    roles: ['client', 'admin'],
    success: 'Files shared',
    decide(order, { files, captions, replaceId, quota }, { by }) {
      onlyWhileOpen(order)
      if (captions.length !== files.length) throw new Invalid({ captions: captionMissing })
      if (replaceId !== undefined) onlyTheSender(order, replaceId, by)
      if (replaceId !== undefined && files.length > 1)
        throw new Invalid({ files: 'You can replace a file with only one file' })
      if (bytesOf(order, files) > quota || versionsOf(order).length + files.length > maxFiles)
        throw new Refusal('This project has reached its file limit')
      return files.map((file, at) => {
        const data = { file, caption: captions[at]! }
        return replaceId === undefined ? FileShared(data) : FileReplaced({ id: replaceId, ...data })
      })
    },
    undo: 'cannot be taken back',
    palette: [{ key: 'f', tab: 'overview', label: 'Share files', words: 'upload send', onlySearched: true }],
  },
)

/** Refuses to replace a file that does not exist, or that another person sent. */
function onlyTheSender(order: Order, id: string, by: Person): void {
  const earlier = fileIn(order.conversation, id)
  if (!earlier) throw new Refusal('The file you’re replacing has been deleted')
  if (earlier.by.id !== by.id) throw new NotAllowed('Sorry Not Allowed')
}

/** How many bytes an order’s files take, earlier versions and those of its review included, with `more` that are sent. */
export const bytesOf = (
  order: Pick<Order, 'conversation' | 'designs' | 'rounds'>,
  more: readonly StoredFile[],
): number => [...versionsOf(order), ...reviewFiles(order), ...more].reduce((sum, { size }) => sum + size, 0)

const versionsOf = ({ conversation }: Pick<Order, 'conversation'>): StoredFile[] =>
  filesOf(conversation).flatMap(({ file, before }) => [file, ...before.map((earlier) => earlier.file)])
