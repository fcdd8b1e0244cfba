/** The name of the database in a MongoDB URL; `atelier` where it has none. */
export const databaseNameIn = (url: string): string =>
  /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1] ?? 'atelier'
