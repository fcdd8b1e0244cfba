import { z } from 'zod'
import { sha256 } from '#domain/file.ts'

/** The types that a file may be shown as: the first half of its media type. */
export const fileTypes = ['image', 'video', 'audio', 'application', 'text'] as const
export type FileType = (typeof fileTypes)[number]

/**
 * A file of the file store: where it is stored, what its owner called it, its size in bytes, and its SHA-256, recorded
 * since 2026-11-23. A picture has its width and height as it is seen, in pixels, where its content says them.
 */
export const storedFile = z.object({
  filename: z.string(),
  originalName: z.string(),
  fileType: z.enum(fileTypes),
  size: z.int().nonnegative(),
  sha256: z.optional(sha256),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
})
export type StoredFile = z.infer<typeof storedFile>

/** The placeholder for the name that a file was stored under. */
export const erasedFilename = 'erased'

export const erasedFile: StoredFile = {
  filename: erasedFilename,
  originalName: 'erased',
  fileType: 'application',
  size: 0,
}

export const captionMissing = 'Please write a caption for each file'

const entryFields = {
  id: z.string(),
  revision: z.int(),
  by: z.object({ id: z.string(), name: z.string(), role: z.enum(['client', 'admin']), via: z.string().optional() }),
  at: z.string(),
}

/** An entry of the conversation of client and agency, in order; deleted files are not here any more. */
export const wireEntry = z.union([
  z.object({ kind: z.literal('message'), ...entryFields, text: z.string() }),
  /** A shared file as it is now. */
  z.object({
    kind: z.literal('file'),
    ...entryFields,
    file: storedFile,
    caption: z.string(),
    /** When it was replaced last. */
    replacedAt: z.string().optional(),
    /** The files it replaced, oldest first. */
    before: z.array(z.object({ file: storedFile, at: z.string() })),
    /** The revisions of all its versions, where it was replaced. */
    revisions: z.array(z.int()).optional(),
  }),
])
export type Entry = z.infer<typeof wireEntry>
export type SharedFile = Extract<Entry, { kind: 'file' }>

/** The revisions at which an entry was sent, oldest first: a file that was replaced has one for each of its versions. */
export const revisionsOf = (entry: Entry): readonly number[] =>
  (entry.kind === 'file' && entry.revisions) || [entry.revision]

/** The files of a conversation, in order. */
export const filesOf = (conversation: readonly Entry[]): SharedFile[] =>
  conversation.filter((entry) => entry.kind === 'file')

/** The file that was shared under an id, as it is now. */
export const fileIn = (conversation: readonly Entry[], id: string): SharedFile | undefined =>
  filesOf(conversation).find((file) => file.id === id)
