/** Something this process needs cannot be reached just now. The api answers it with 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be reached at the moment`, { cause })
  }
}
