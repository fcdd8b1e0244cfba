import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A tenth of a second of silence, as a WAV file. */
export function wave(): Buffer<ArrayBuffer> {
  const samples = 800
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // plain samples
  head.writeUInt16LE(1, 22) // of one channel
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

/** A PDF of so many pages, a line on each. */
export function pdf(pages: number): Buffer<ArrayBuffer> {
  const numbers = Array.from({ length: pages }, (_, at) => at)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((at) => `${3 + 2 * at} 0 R`).join(' ')}] >>`,
    ...numbers.flatMap((at) => {
      const text = `BT /F1 36 Tf 72 700 Td (Page ${at + 1}) Tj ET`
      const font = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 2 * at} 0 R /Resources ${font} >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}

/** A picture that can be drawn: a rectangle of so many pixels, in a colour, as a PNG. */
export async function logoPicture(width = 300, height = 100, background = '#1d49a0'): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const create = { width, height, channels: 4, background } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** Every file of a folder, by its path. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Which of the words stand in some bytes: as they are, in small letters, in base64, or as JSON escapes them. */
export function foundIn(bytes: Buffer, words: readonly string[]): string[] {
  const content = bytes.toString('latin1').toLowerCase()
  return words.filter((word) => {
    const plain = Buffer.from(word.toLowerCase())
    const forms = [
      plain.toString('latin1'),
      ...[0, 1, 2].map((offset) => base64At(Buffer.from(word), offset).toLowerCase()),
    ]
    return forms.some((form) => content.includes(form))
  })
}

/** How bytes look within base64 when so many others come before, without the letters that those have a part in. */
const base64At = (bytes: Buffer, offset: number): string =>
  Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(offset === 0 ? 0 : offset + 1, -4)
