import { useEffect, useRef } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate, useNavigation } from 'react-router-dom'

/** The entry of the browser’s history that is shown, or that is being gone to. */
let destination: string | undefined
/** Whether another page is being gone to. */
let isLeaving = false

/** Notes where the person is, or is going to. Once, in the shell. */
export function Destination() {
  const here = useLocation()
  const next = useNavigation().location ?? here
  useEffect(() => {
    destination = next.key
    isLeaving = next.pathname !== here.pathname
  }, [next, here])
  return null
}

/**
 * Returns a `navigate` for what follows a late answer. It leads on from the place that it was rendered for; once the person
 * has left that, or is leaving it, it does nothing.
 */
export function useNavigateUnlessLeft() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (to: To, options?: NavigateOptions) => (destination === key ? navigate(to, options) : undefined)
}

/** Returns what says whether the component has gone from the page, or goes with it: a late answer has to be shown elsewhere. */
export function useIsLeft(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isLeaving || !isShown.current
}
