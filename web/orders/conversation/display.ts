import { useSyncExternalStore } from 'react'
import type { Entry } from '#domain/order/conversation.ts'
import { localStore } from '#web/kit/storage.ts'

/** What of a conversation is displayed. */
export const displays = { all: 'Everything', files: 'Shared files', messages: 'Messages' } as const

export type Display = keyof typeof displays

const key = 'shared-files-display'

/** What all conversations of this page display: another window's choice changes nothing under its reader. */
let chosen: Display | undefined
const readers = new Set<() => void>()

function subscribe(reader: () => void) {
  readers.add(reader)
  return () => void readers.delete(reader)
}

function choose(display: Display): void {
  chosen = display
  localStore.set(key, display)
  for (const reader of readers) reader()
}

/** What is displayed, as it was chosen last in this browser: the same of every conversation on the page. */
export const useDisplay = (): [Display, (display: Display) => void] => [
  useSyncExternalStore(subscribe, displayNow, remembered),
  choose,
]

function displayNow(): Display {
  chosen ??= remembered()
  return chosen
}

function remembered(): Display {
  const display = localStore.get(key)
  return display !== undefined && Object.hasOwn(displays, display) ? (display as Display) : 'all'
}

/** The part of a conversation that is displayed. Files are all there; of everything else what is before `since` is missing. */
export function displayed(conversation: readonly Entry[], display: Display, since = 0): readonly Entry[] {
  if (display === 'files') return conversation.filter(({ kind }) => kind === 'file')
  if (display === 'all' && since === 0) return conversation
  return conversation.filter(({ kind, revision }) => revision >= since && (display === 'all' || kind === 'message'))
}
