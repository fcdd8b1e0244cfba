import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { asha, fileShared, meera, opened } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { sharedPicture } from './shared-picture.ts'

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
