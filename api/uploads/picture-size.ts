import { Busy } from '#infra/unavailable.ts'
import { createWorkerPool } from '#infra/worker-pool.ts'

/** How wide and high a picture is seen, in pixels. */
export type PictureSize = { width: number; height: number }

/** How much of a picture's beginning is looked at, in bytes: a photograph has a smaller one of itself before its size. */
const headSize = 256 * 1024

const pool = createWorkerPool<Uint8Array, PictureSize | undefined>(new URL('./measure-picture.ts', import.meta.url), {
  ...{ atOnce: 1, waiting: 100, timeMs: 5_000, memory: 32 },
})

/** The size of a picture by its beginning; undefined where that does not say, or there is no time to find out. */
const sizeOf = (head: Uint8Array, sender: string): Promise<PictureSize | undefined> =>
  pool.run(sender, head).catch((error) => {
    if (error instanceof Busy) return undefined
    throw error
  })

/**
 * Passes the content of a picture on as it comes, and tells its size once so much has gone by that it can be known.
 * Senders take turns: `sender` is the id of the one whose picture it is.
 */
export async function* measured(
  content: AsyncIterable<Buffer>,
  sender: string,
  measured: (size: PictureSize) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = []
  let length = 0
  let next = 1024
  const look = async () => {
    const size = head && (await sizeOf(Buffer.concat(head), sender))
    if (size) measured(size)
    if (size || length >= headSize) head = undefined
  }
  for await (const chunk of content) {
    head?.push(chunk)
    length += chunk.length
    if (head && length >= next) {
      next = 2 * length // however small the pieces are, it is put together a few times only
      await look()
    }
    yield chunk
  }
  await look()
}
