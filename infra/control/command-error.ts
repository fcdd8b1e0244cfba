/** A command of the operator that cannot be done. The message is one sentence for them. */
export class CommandError extends Error {
  override name = 'CommandError'
}
