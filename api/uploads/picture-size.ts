import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { ICO } from 'image-size/types/ico'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** How wide and high a picture is seen, in pixels. */
export type PictureSize = { width: number; height: number }

/** How much of a picture's beginning is looked at, in bytes: a photograph has a smaller one of itself before its size. */
const headSize = 256 * 1024

// Those that a browser shows in a page of ours. By the content, whatever the name: it has been compared with that.
const kinds = [PNG, JPG, WEBP, GIF, BMP, ICO]

/** The size of a picture by its beginning; undefined where that does not say. */
function sizeOf(head: Uint8Array): PictureSize | undefined {
  try {
    const { width, height, orientation = 1 } = kinds.find((kind) => kind.validate(head))!.calculate(head)
    if (!(width > 0 && height > 0)) return undefined
    // Turned on its side by its camera, and turned back by the browser.
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/** Passes the content of a picture on as it comes, and tells its size once so much has gone by that it can be known. */
export async function* measured(
  content: AsyncIterable<Buffer>,
  tell: (size: PictureSize) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = []
  let length = 0
  let next = 1024
  const look = () => {
    const size = head && sizeOf(Buffer.concat(head))
    if (size) tell(size)
    if (size || length >= headSize) head = undefined
  }
  for await (const chunk of content) {
    head?.push(chunk)
    length += chunk.length
    if (head && length >= next) {
      next = 2 * length // however small the pieces are, it is put together a few times only
      look()
    }
    yield chunk
  }
  look()
}
