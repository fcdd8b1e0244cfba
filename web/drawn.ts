let at: number | undefined = Number(globalThis.document?.documentElement.dataset.drawn) || undefined

/**
 * The time that the page was drawn with by the server, while its HTML is taken over: milliseconds since 1970. Undefined in
 * every other page, and once a script draws this one.
 */
export const drawnAt = (): number | undefined => at

/** Sets when the server draws a page, or that it is taken over. */
export function setDrawnAt(time: number | undefined): void {
  at = time
}
