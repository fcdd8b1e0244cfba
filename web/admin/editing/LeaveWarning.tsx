import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Confirm } from '../../orders/Confirm.tsx'

/** Asks before a page is left with what is not saved: within the site by us, out of it by the browser. */
export function LeaveWarning({ unsaved, until }: { unsaved: boolean; until: string }) {
  // Whoever is on the way to the login has no session any more: the pencil waits for them here.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && ![currentLocation.pathname, '/login'].includes(nextLocation.pathname),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  return (
    blocker.state === 'blocked' && (
      <Confirm
        question="Leave with changes in pencil?"
        warning={`${until} The pencil stays in this window until you close it.`}
        yes="Leave"
        kind="void"
        pending={false}
        onYes={() => blocker.proceed()}
        onNo={() => blocker.reset()}
      />
    )
  )
}
