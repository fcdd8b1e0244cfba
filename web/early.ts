/** What the page's first script has asked for already (public/theme.js), by path. */
const early = (globalThis as { early?: Map<string, Promise<Response>> }).early

/** How long after the page was opened such an answer is still taken for new: milliseconds. */
const freshMs = 10_000

/** The answer to a request that is under way since the page was opened: once, and undefined where there is none. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early?.get(path)
  early?.delete(path)
  return performance.now() < freshMs ? answer : undefined
}
