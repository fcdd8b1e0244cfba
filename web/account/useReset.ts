import { useLayoutEffect, useState } from 'react'
import { sessionStore, shapeOf } from '#web/kit/storage.ts'

const key = 'password-reset'
const steps = ['email', 'code', 'password'] as const

type Reset = { step: (typeof steps)[number]; email: string }

const stored = shapeOf<Reset>(({ step, email }) => typeof email === 'string' && steps.some((each) => each === step))

/** How far a person is on their way to a new password. It survives a reload: phones drop a page while its mail is read. */
export function useReset() {
  const [reset, setReset] = useState<Reset>({ step: 'email', email: '' })
  // Not before the page is a script's: its HTML is the same for all.
  useLayoutEffect(() => {
    const saved = sessionStore.read(key, stored)
    if (saved) setReset(saved)
  }, [])
  return {
    reset,
    goTo(next: Reset) {
      setReset(next)
      sessionStore.write(key, next)
    },
  }
}

/** Forgets the way: it was gone to its end. */
export const endReset = (): void => sessionStore.remove(key)
