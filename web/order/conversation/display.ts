import { useState } from 'react'
import type { Entry } from '#domain/order/conversation.ts'
import { localStore } from '#web/kit/storage.ts'

/** The parts of a conversation that can be displayed. */
export const displays = { all: 'All', files: 'Shared files', messages: 'Messages' } as const

export type Display = keyof typeof displays

const key = 'shared-files-display'

/** The displayed part, as it was chosen last in this browser. */
export function useDisplay(): [Display, (display: Display) => void] {
  const [display, setDisplay] = useState(remembered)
  const choose = (chosen: Display) => {
    setDisplay(chosen)
    localStore.set(key, chosen)
  }
  return [display, choose]
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
