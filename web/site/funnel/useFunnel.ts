import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import {
  type Funnel,
  type FunnelAction,
  funnelReducer,
  initialFunnel,
  restoreFunnel,
  tickInterval,
} from '#domain/site/funnel.ts'
import { shownSteps } from '#domain/site/steps.ts'
import { sessionStore } from '#web/kit/storage.ts'
import { countStep, funnelKey } from './counting.ts'

/** What an entry of the browser’s history has of the funnel: not who asked, since it is still there after a logout. */
const inEntry = ({ asker: _, ...funnel }: Funnel) => ({ funnel })

/**
 * Where this visitor stands in the funnel, and how they go on. It survives a reload, and every screen has its place in
 * the browser's history, so that Back leads to the one before. The wait is left out of it: Back from the prices leads to
 * the details.
 */
export function useFunnel(): [Funnel, (action: FunnelAction) => void] {
  const [funnel, setFunnel] = useState(() => restoreFunnel(sessionStore.get(funnelKey) ?? null))
  const location = useLocation()
  const way = useNavigationType()
  const navigate = useNavigate()
  const latest = useRef(funnel)

  const show = (next: Funnel) => {
    latest.current = next
    sessionStore.write(funnelKey, next)
    setFunnel(next)
  }

  function dispatch(action: FunnelAction) {
    const before = latest.current
    const next = funnelReducer(before, action)
    if (next === before) return
    show(next)
    if (next.screen === before.screen) return
    const step = shownSteps.find((shown) => shown === next.screen)
    if (step) countStep(step)
    note({ ...before, ...next, screen: before.screen })
    const replace = before.screen === 'analyzing'
    const { pathname, search } = location
    void navigate({ pathname, search }, { replace, state: inEntry(next), preventScrollReset: true })
  }

  /** Notes in this entry of the history what it showed, unless Back or Forward have left it meanwhile. */
  function note(shown: Funnel) {
    const { state } = history
    if ((state?.key ?? 'default') !== location.key) return
    history.replaceState({ ...state, usr: inEntry(shown) }, '') // where the router has the state of an entry
  }

  // What Back and Forward lead to: each entry has what it showed, and takes what was entered since. One from before the
  // funnel has the start; a new one of a link to a place on the page, as to skip the menu, changes nothing.
  const isOpen = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry is shown when it is come to, also again at once
  useEffect(() => {
    const saved = location.state?.funnel as Funnel | undefined
    if (isOpen.current && way === 'POP' && (saved || location.hash === '')) {
      show(restoreFunnel(JSON.stringify({ ...latest.current, ...(saved ?? initialFunnel) })))
    }
    isOpen.current = true
    note(latest.current)
  }, [location])

  const waiting = funnel.screen === 'analyzing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock goes on while the screen is there
  useEffect(() => {
    if (!waiting) return
    const clock = setInterval(() => dispatch({ type: 'tick' }), tickInterval)
    return () => clearInterval(clock)
  }, [waiting])

  return [funnel, dispatch]
}
