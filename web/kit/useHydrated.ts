import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether a script draws this page by now: false on the server, and while its HTML is taken over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
