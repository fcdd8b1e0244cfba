/** The database that the URL names. */
export const databaseIn = (url: string): string => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'atelier'
