import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'

/** Where the site serves its pictures from. */
export const folder = new URL('../../../web/public/pictures/', import.meta.url).pathname
/** The widths of each picture in pixels, as the pages name them in `srcset`. */
const widths = [480, 800, 1200, 1600] as const

/**
 * Writes a picture in every width, as AVIF and WebP, one after the other: each takes all the
 * processor there is. AVIF with more effort than 3 takes four times as long for a twentieth less.
 */
export async function encode(name: string, png: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const width of widths) {
    const picture = sharp(png).resize(width)
    const path = `${folder}${name}-${width}`
    await picture.clone().avif({ quality: 58, effort: 3, chromaSubsampling: '4:4:4' }).toFile(`${path}.avif`)
    await picture.clone().webp({ quality: 82, effort: 4, smartSubsample: true }).toFile(`${path}.webp`)
  }
}
