import { useState } from 'react'
import type { Entry } from '#domain/order/conversation.ts'

/** What of a conversation is displayed. */
export const displays = { all: 'Everything', files: 'Shared files', messages: 'Messages' } as const

export type Display = keyof typeof displays

const kept = 'shared-files-display'

/** What is displayed, as it was chosen last in this browser. */
export function useDisplay(): [Display, (display: Display) => void] {
  const [display, setDisplay] = useState(remembered)
  const choose = (chosen: Display) => {
    setDisplay(chosen)
    try {
      localStorage.setItem(kept, chosen)
    } catch {
      // It lasts as long as the page, then.
    }
  }
  return [display, choose]
}

function remembered(): Display {
  try {
    const display = localStorage.getItem(kept)
    return display !== null && Object.hasOwn(displays, display) ? (display as Display) : 'all'
  } catch {
    return 'all'
  }
}

/** The part of a conversation that is displayed. */
export const displayed = (conversation: readonly Entry[], display: Display): readonly Entry[] =>
  display === 'all'
    ? conversation
    : conversation.filter(({ kind }) => kind === (display === 'files' ? 'file' : 'message'))
