import { useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import type { Design } from '#domain/order/design-draft.ts'
import { useShownOrder } from '#web/order/context.ts'
import { previewOf, sharedPicture } from '#web/order/conversation/preview.ts'

/** One picture of a draft, or one page of its PDF. `file` and `page` are those of a pin. */
export type Sheet = { stored: StoredFile; file: number; page: number; title: string; isPdf: boolean }

/** The sheets of a draft, none of one that leads to Figma. A PDF has one page until it was loaded. */
export function useSheets({ files, link }: Design) {
  const { order } = useShownOrder()
  const [pages, setPages] = useState<Record<string, number>>({})
  const linked = sharedPicture(link, order.conversation)
  const all = files ?? (linked ? [linked] : [])
  const sheets = all.flatMap((stored, file) => {
    const count = pages[stored.filename] ?? 1
    const name = stored.originalName.replace(/\.[^.]*$/, '')
    return Array.from({ length: count }, (_, page): Sheet => {
      const title = count > 1 ? `${name}, page ${page + 1}` : name
      return { stored, file, page, title, isPdf: previewOf(stored.filename) === 'pdf' }
    })
  })
  const setCount = ({ filename }: StoredFile, count: number) =>
    setPages((known) => (known[filename] === count ? known : { ...known, [filename]: count }))
  return { sheets, setCount }
}
