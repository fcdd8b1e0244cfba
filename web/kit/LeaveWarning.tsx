import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Confirm } from './Confirm.tsx'

type LeaveWarningProps = {
  /** Whether something is written and not saved. */
  unsaved: boolean
  /** The fate of it. */
  warning: string
}

/**
 * Asks before a page is left with what is not saved: within the site by us, out of it by the browser. What is saved
 * meanwhile needs no answer. One on a page: the router knows of no more.
 */
export function LeaveWarning({ unsaved, warning }: LeaveWarningProps) {
  // On the way to the login the session has ended, so that nothing can be saved.
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
  useEffect(() => {
    if (blocker.state === 'blocked' && !unsaved) blocker.proceed()
  }, [blocker, unsaved])
  return (
    blocker.state === 'blocked' && (
      <Confirm
        question="Leave without saving?"
        warning={warning}
        yes="Leave without saving"
        kind="void"
        pending={false}
        onYes={() => blocker.proceed()}
        onNo={() => blocker.reset()}
      />
    )
  )
}
