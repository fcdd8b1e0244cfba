/** Upgrades the data of an event as it was once stored into its next version. */
export type Upcaster = (data: never) => unknown

/**
 * The shapes that stored data had, by type: the first upcaster takes version 1 and makes version 2 of it, and so on. What
 * is stored stays as it is; it is read as its latest version, and written as such. A field that is added needs none of
 * this, as long as it is optional. What stands here stays for ever.
 */
export const upcasters: Readonly<Record<string, readonly Upcaster[]>> = {}
