/** A server that this machine cannot give. The message says why, as the end of a sentence. */
export class Missing extends Error {
  override name = 'Missing'
}
