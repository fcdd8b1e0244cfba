/** The process cannot start as it is configured. The message is one sentence for the person who starts it. */
export class Misconfigured extends Error {
  override name = 'Misconfigured'
}
