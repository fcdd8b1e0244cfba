/** The two sides do not hold the same where they have to. The message is for the person who moves them. */
export class Different extends Error {
  override name = 'Different'
}
