import { type ReactNode, StrictMode, useEffect } from 'react'

/** What stands around the router, on the server as in the browser. `onDrawn` is called once a script has the page. */
export function Root({ onDrawn, children }: { onDrawn?(): void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onDrawn?.(), [])
  return <StrictMode>{children}</StrictMode>
}
