/** Source and target differ where they must not. The message is for the operator. */
export class DiffError extends Error {
  override name = 'Different'
}
