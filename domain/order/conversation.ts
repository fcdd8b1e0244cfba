import { z } from 'zod'
import type { Lists, Person } from '#domain/event.ts'
import { answerFileExtensions, sha256 } from '#domain/questionnaire/question.ts'

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
  sha256: sha256.optional(),
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

/** The extensions of files that may be shared: those that answer the questionnaire, pictures, films and sounds. */
export const sharedFileExtensions = [
  ...answerFileExtensions,
  ...'mp4 webm ogg mov avi mkv flv wmv m4v 3gp mp3 wav m4a aac flac oga wma aiff alac'.split(' '),
]

type EntryBase = { id: string; revision: number; by: Person; at: string }

type Message = EntryBase & { kind: 'message'; text: string }

/** A shared file as it is now. */
export type SharedFile = EntryBase & {
  kind: 'file'
  file: StoredFile
  caption: string
  /** When it was replaced last. */
  replacedAt?: string
  /** The files it replaced, oldest first. */
  before: { file: StoredFile; at: string }[]
  /** The revisions of all its versions, where it was replaced. */
  revisions?: number[]
}

/** An entry of the conversation of client and agency, in order; deleted files are not here any more. */
export type Entry = Message | SharedFile

/** The files of a conversation, in order. */
export const filesOf = (conversation: readonly Entry[]): SharedFile[] =>
  conversation.filter((entry) => entry.kind === 'file')

/** The file that was shared under an id, as it is now. */
export const fileIn = (conversation: readonly Entry[], id: string): SharedFile | undefined =>
  filesOf(conversation).find((file) => file.id === id)

/** A file with its next version in the place of the last one. What is no file stays as it is. */
export const withNextVersion = (
  entry: Entry,
  { file, caption, at, revision }: { file: StoredFile; caption: string; at: string; revision: number },
  { append }: Lists,
): Entry =>
  entry.kind === 'file'
    ? {
        ...entry,
        file,
        caption,
        replacedAt: at,
        before: append(entry.before, { file: entry.file, at: entry.replacedAt ?? entry.at }),
        revisions: append(entry.revisions ?? [entry.revision], revision),
      }
    : entry
