import { useEffect, useRef } from 'react'

/** A command of the page that is open. */
type PageCommand = {
  /** Unlike that of every other command of the page. */
  id: string
  label: string
  /** Other words by which the command palette finds it. */
  words?: string
  /** Whether it is only offered to who searches for it. */
  onlySearched?: boolean
  run(): void
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
