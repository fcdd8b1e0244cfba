import { useState } from 'react'
import { Quiet } from '#web/kit/Quiet.tsx'

/**
 * For a form that begins with what an order says: while nobody has typed in it, it follows the order (`key` is the
 * form's); once somebody has, it keeps what they wrote, and `stale` says that the order has moved on since.
 */
export function useUntouched(value: unknown) {
  const now = JSON.stringify(value)
  const [from, setFrom] = useState(now)
  const [touched, setTouched] = useState(false)
  if (from !== now && !touched) setFrom(now)
  return {
    key: from,
    stale: touched && from !== now,
    touch: () => setTouched(true),
    /** Passes on whether the form was taken; if it was, it follows the order again. */
    settle(done: boolean): boolean {
      if (done) setTouched(false)
      return done
    },
    /** Lets go of what was typed. */
    renew() {
      setTouched(false)
      setFrom(now)
    },
  }
}

/** Says that what the form began with was changed by somebody else. */
export const Changed = ({ onRenew }: { onRenew(): void }) => (
  <p className="meta" role="status">
    Somebody changed this while you were writing. <Quiet onClick={onRenew}>Begin with theirs</Quiet>
  </p>
)
