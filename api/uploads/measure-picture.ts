import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { ICO } from 'image-size/types/ico'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'
import { serveJobs } from '#infra/worker-pool.ts'
import type { PictureSize } from './file-beginnings.ts'

// In a thread of its own: a picture that is made for it takes long to read, byte by byte.

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

serveJobs(sizeOf)
