// What the command palette knows of pages: what the open one offers, and where a person was.

import { useEffect, useRef } from 'react'
import { isText, listShapeOf, localStore } from '#web/kit/storage.ts'
import { viewedClient } from '#web/view-as.ts'
import type { PaletteItem } from './search.ts'

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

/** A page that a person was on. */
export type Place = { path: string; label: string; detail?: string | undefined }

const places = listShapeOf<Place>(
  ({ label, path, detail }) =>
    isText(label) && String(path).startsWith('/') && (detail === undefined || isText(detail)),
)

/** How many places are remembered. */
const most = 8

const keyOf = (personId: string) => `recent-places:${personId}`

/** The places a person was at in this browser, the latest first. */
export const recentPlaces = (personId: string): Place[] => localStore.read(keyOf(personId), places) ?? []

/**
 * Remembers where a person is. A place that is known already is as it is called now. Where an admin looks as a client is no
 * place of the client's, and not remembered.
 */
function rememberPlace(personId: string, visited: Place): void {
  if (viewedClient !== undefined) return
  const others = recentPlaces(personId).filter(({ path }) => path !== visited.path)
  localStore.write(keyOf(personId), [visited, ...others].slice(0, most))
}

/** Remembers the page that is open. */
export function useRecentPlace(personId: string, { path, label, detail }: Place): void {
  useEffect(
    () => rememberPlace(personId, { path, label, ...(detail === undefined ? {} : { detail }) }),
    [personId, path, label, detail],
  )
}
