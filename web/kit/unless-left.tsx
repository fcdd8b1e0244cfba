import { useEffect } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate, useNavigation } from 'react-router-dom'

/** The entry of the browser’s history that is shown, or that is being gone to. */
let destination: string | undefined

/** Notes where the person is, or is going to. Once, in the shell. */
export function Destination() {
  const here = useLocation()
  const { location: next } = useNavigation()
  const { key } = next ?? here
  useEffect(() => {
    destination = key
  }, [key])
  return null
}

/**
 * Returns a `navigate` for what follows a late answer: it leads on from the place that it was rendered for, and does
 * nothing once the person has left that place, or is on the way to another one.
 */
export function useNavigateUnlessLeft() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (to: To, options?: NavigateOptions) => (destination === key ? navigate(to, options) : undefined)
}
