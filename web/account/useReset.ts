import { useState } from 'react'
import { z } from 'zod'

const key = 'password-reset'
const stored = z.object({ step: z.enum(['email', 'code', 'password']), email: z.string() })

export type Reset = z.infer<typeof stored>

/** How far a person is on their way to a new password. It survives a reload: phones drop a page while its mail is read. */
export function useReset() {
  const [reset, setReset] = useState(read)
  return {
    reset,
    goTo(next: Reset) {
      setReset(next)
      sessionStorage.setItem(key, JSON.stringify(next))
    },
  }
}

/** Forgets the way: it was gone to its end. */
export const endReset = (): void => sessionStorage.removeItem(key)

function read(): Reset {
  try {
    return stored.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return { step: 'email', email: '' }
  }
}
