import { useSyncExternalStore } from 'react'

/** Where two pages have room beside each other: as in Comparison.css. */
const wide = '(min-width: 45rem)'

function subscribe(changed: () => void) {
  const media = matchMedia(wide)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window has room for two pages beside each other. */
export const useHasRoom = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => true,
  )
