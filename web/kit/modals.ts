import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The dialogs over the page, the topmost last. */
let shown: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function show(dialogs: readonly HTMLDialogElement[]): void {
  shown = dialogs
  for (const listener of listeners) listener()
}

/** Shows the dialog of the ref over the page as long as its component is there: nothing else can be reached meanwhile. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null)
  // Closed by hand, and not only taken away, so that the focus returns to where it came from.
  useLayoutEffect(() => {
    const dialog = element.current!
    dialog.showModal()
    show([...shown, dialog])
    return () => {
      dialog.close()
      show(shown.filter((each) => each !== dialog))
    }
  }, [])
  return element
}

/** Returns the dialog that is on top of the page, if any: what is outside of it can be neither reached nor heard. */
export const useTopModal = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown.at(-1),
    () => undefined,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
