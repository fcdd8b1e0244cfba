/** How long what was just written counts as recent, at least: milliseconds. */
export const recentMs = 8_000

/** The listeners called when something that a page shows has changed, as `useSyncExternalStore` subscribes to it. */
export function createWatchers() {
  const watchers = new Set<() => void>()
  return {
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    notify() {
      for (const changed of watchers) changed()
    },
  }
}
