import type { FileType, StoredFile } from '#domain/order/conversation.ts'

type DemoFile = { originalName: string; fileType: FileType }

/** The files that the demo's people share, by the name under which `api/demo/demo-files` has each. */
export const demoFiles = {
  'homestay-1.webp': { originalName: 'Kanchen Homestay, pencil.webp', fileType: 'image' },
  'homestay-2.webp': { originalName: 'Kanchen Homestay, ink.webp', fileType: 'image' },
  'homestay-3.webp': { originalName: 'Kanchen Homestay, colour.webp', fileType: 'image' },
  'homestay.mp4': { originalName: 'How the page was drawn.mp4', fileType: 'video' },
  'looms.mp3': { originalName: 'Looms at ten.mp3', fileType: 'audio' },
  'border.jpg': { originalName: 'IMG_2041.jpg', fileType: 'image' },
  'price-list-1.pdf': { originalName: 'Price list.pdf', fileType: 'application' },
  'price-list-2.pdf': { originalName: 'Price list, corrected.pdf', fileType: 'application' },
  'stock.csv': { originalName: 'Stock, from the book.csv', fileType: 'text' },
} as const satisfies Record<string, DemoFile>

export type DemoFileName = keyof typeof demoFiles

/** Where a file of the demo is kept: its name in the file store, its size in bytes, and a picture's in pixels. */
export type Placed = Pick<StoredFile, 'filename' | 'size' | 'width' | 'height'>
