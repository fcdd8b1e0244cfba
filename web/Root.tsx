import { type ReactNode, StrictMode } from 'react'

/** The wrapper around the router, on the server as in the browser. */
export const Root = ({ children }: { children: ReactNode }) => <StrictMode>{children}</StrictMode>
