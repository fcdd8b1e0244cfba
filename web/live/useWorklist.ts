import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useOfflineSince } from './socket.ts'
import { type LoadedWorklist, liveWorklist } from './worklist.ts'

/** The orders of a query, followed live. `isCalm` is asked before rows move by themselves. */
export function useWorklist(loaded: LoadedWorklist, isCalm: RefObject<() => boolean>) {
  const [followed, setFollowed] = useState(() => ({ loaded, list: liveWorklist(loaded, () => isCalm.current()) }))
  let { list } = followed
  if (followed.loaded !== loaded) {
    list = liveWorklist(loaded, () => isCalm.current())
    setFollowed({ loaded, list })
  }
  const state = useSyncExternalStore(list.subscribe, list.now, list.now)
  const offlineSince = useOfflineSince()
  useEffect(() => list.open(), [list])
  return { ...state, offlineSince, more: list.more, show: list.apply, refreshViews: list.refreshViews }
}
