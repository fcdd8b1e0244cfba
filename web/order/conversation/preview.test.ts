import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { sharedFileExtensions } from '#domain/file.ts'
import { orders } from '#domain/order/actions.ts'
import { asha, fileShared, meera, opened } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { sizeInWords } from '#web/kit/size.ts'
import { previewOf, sharedPicture } from './preview.ts'
import { problemWith } from './useFileUploads.ts'

describe('a shared file', () => {
  // spec: 2.102
  it.each([
    ['door.PNG', 'image'],
    ['film.mov', 'video'],
    ['note.m4a', 'audio'],
    ['report.pdf', 'pdf'],
    ['hours.txt', 'text'],
    ['drawing.svg', undefined],
    ['prices.xlsx', 'text'],
    ['prices.xls', undefined],
    ['no extension', undefined],
  ])('%s is shown as %s', (name, preview) => expect(previewOf(name)).toBe(preview))

  // By hand, so that an extension that leaves or joins is noticed.
  it.each([
    ['image', 'jpg jpeg png gif webp bmp ico'],
    ['video', 'mp4 webm mov m4v'],
    ['audio', 'ogg mp3 wav m4a aac flac oga'],
    ['pdf', 'pdf'],
    ['text', 'txt md csv xml json log docx odt xlsx ods pptx odp'],
    [undefined, 'doc xls ppt epub heic svg tiff tif avi mkv flv wmv 3gp wma aiff alac'],
  ])('is shown as %s, of all that may be shared, when it ends in: %s', (kind, extensions) =>
    expect(sharedFileExtensions.filter((extension) => previewOf(`a.${extension}`) === kind).sort()).toEqual(
      extensions.split(' ').sort(),
    ),
  )

  it('says how large it is', () =>
    expect([0, 12, 2_516_582, 26_214_400].map(sizeInWords)).toEqual(['0 kB', '1 kB', '2.4 MB', '25 MB']))
})

const largest = 2 * 1024 * 1024

describe('a file to be shared', () => {
  // spec: 9.25
  it.each([
    ['door.png', 12, undefined],
    ['film.MP4', largest, undefined],
    ['film.mp4', largest + 1, 'This file is too large. The limit is 2 MB.'],
    ['setup.exe', 12, 'This file type isn’t supported'],
    ['hours.txt', 0, 'This file is empty'],
  ])('%s of %i bytes: %s', (name, size, problem) => expect(problemWith({ name, size }, largest)).toBe(problem))
})

const stored = (filename: string) => ({ filename, originalName: 'The page.webp', fileType: 'image' as const, size: 9 })
const first = stored('k1_-.webp')
const second = stored('k2.webp')
const drawn = { ...fileShared, by: meera, id: 'drawn', data: { file: first, caption: 'In pencil' } }
const redrawn = {
  type: 'FileReplaced' as const,
  data: { id: 'drawn', file: second, caption: 'In ink' },
  by: meera,
  at: drawn.at,
}
const { conversation } = fold(orders, recorded('order-1', [opened, drawn, redrawn, { ...fileShared, by: asha }]))

describe('the picture behind a link', () => {
  it('is that of a file shared on the order, wherever the site is', () => {
    for (const site of ['http://localhost:3000', 'https://longhand.example'])
      expect(sharedPicture(`${site}/uploads/${second.filename}`, conversation)).toEqual(second)
  })
  it('is there for an earlier version too', () =>
    expect(sharedPicture(`https://longhand.example/uploads/${first.filename}`, conversation)).toEqual(first))
  it.each([
    ['a file of another order', 'https://longhand.example/uploads/k3.webp'],
    ['a file that is no picture', `https://longhand.example/uploads/${fileShared.data.file.filename}`],
    ['anywhere else', 'https://www.figma.com/design/k2.webp'],
    ['what is no link', 'k2.webp'],
  ])('is not there for %s', (_, link) => expect(sharedPicture(link, conversation)).toBeUndefined())
})
