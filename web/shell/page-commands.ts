import { useEffect, useRef } from 'react'
import type { PaletteItem } from '#web/palette/item.ts'

/** A command of the page that is open. */
type PageCommand = Extract<PaletteItem, { id: string }> & {
  /** Whether it is only offered to who searches for it. */
  onlySearched?: boolean
}

/** The commands of a page, and what they are about. */
type PageCommands = { heading: string; commands: readonly PageCommand[] }

let offered: (() => PageCommands) | undefined

/** Offers the commands of a page to the command palette, which asks for them when it is open, for as long as the page is. */
export function usePageCommands(commands: () => PageCommands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const ask = () => latest.current()
    offered = ask
    return () => {
      if (offered === ask) offered = undefined
    }
  }, [])
}

/** The commands of the page that is open. */
export const pageCommands = (): PageCommands | undefined => offered?.()
