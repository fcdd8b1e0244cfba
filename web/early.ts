import { answersId } from '#domain/site/site.ts'

/** Returns the answer of a call without its being made; undefined where there is none. */
type Early = (path: string) => Promise<Response> | undefined

/** The requests that the page's first script has made already (public/theme.js), by path. */
const requested = (globalThis as { early?: Map<string, Promise<Response>> }).early

/** How long after the page was opened such an answer is still taken for new: milliseconds. */
const freshMs = 10_000

/** The answers of this page’s calls where the server has rendered it, by path: it is drawn from them, once. */
let answers: Map<string, string> | undefined

let early: Early = (path) => {
  answers ??= answersIn(globalThis.document?.getElementById(answersId)?.textContent)
  const answer = answers.get(path)
  answers.delete(path)
  if (answer !== undefined) return Promise.resolve(new Response(answer))
  const answering = requested?.get(path)
  requested?.delete(path)
  return performance.now() < freshMs ? answering : undefined
}

const answersIn = (text: string | null | undefined) => new Map(Object.entries<string>(text ? JSON.parse(text) : {}))

/**
 * The answer to a call that has come with the page, or is under way since it was opened: once. Where there is none, or where it
 * failed, it is what `ask` gets: who had no session then may have logged in since.
 */
export function takeEarly(path: string, ask: () => Promise<Response>): Promise<Response> {
  const answering = early(path)
  return answering ? answering.then((answer) => (answer.ok ? answer : ask()), ask) : ask()
}

/** Sets how calls are answered early: by the server itself as it renders, and by nothing once that page is another’s. */
export function answerBy(answer: Early): void {
  early = answer
}
