import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'

/** The content of an answer. Nothing is read for a HEAD, which is answered with headers alone. */
export const contentFor = async <T>(request: Request, read: () => Promise<T>): Promise<T | Readable> =>
  request.method === 'HEAD' ? Readable.from([]) : read()

/** Resolves too when the client leaves before the end of an answer: there is no one to answer then. */
export async function ignorePrematureClose(sent: Promise<void>): Promise<void> {
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** How much is written at once, in characters: to write each line by itself takes longer than to make it. */
const pieceLength = 32_768

/** The same text in larger pieces. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * Sends a file as it is made, as fast as its reader takes it. A failure before the first piece is thrown, with nothing
 * sent. A later one breaks the answer off, so that no one takes it for the whole.
 */
export async function streamed(
  response: Response,
  { type, filename }: { type: string; filename: string },
  texts: AsyncIterable<string>,
): Promise<void> {
  const begin = () => response.attachment(filename).type(type) // the other way round, the extension's type would stand
  if (response.req.method === 'HEAD') return void begin().end()
  const pieces = inPieces(texts)
  const first = await pieces.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* pieces
  }
  begin()
  try {
    await pipeline(Readable.from(all()), response)
  } finally {
    await pieces.return(undefined)
  }
}
