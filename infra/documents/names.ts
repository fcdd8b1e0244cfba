/** Throws when a collection cannot have this name. */
export function checkCollection(name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`${name} cannot name a collection`)
}

/** Throws when a field of a document cannot have this name. */
export function checkField(name: string): void {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(name)) throw new TypeError(`${name} cannot name a field`)
}
