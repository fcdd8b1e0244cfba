import { readdirSync, readFileSync } from 'node:fs'

const web = new URL('../../web/', import.meta.url)

/** The style sheets of the web app, by their paths within `web`. */
export const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.css') && !name.startsWith('dist'),
)

export const readSheet = (sheet: string): string => readFileSync(new URL(sheet, web), 'utf8')

/** The classes a sheet introduces: those that have a rule of their own directly in its layer. */
export const classesIn = (sheet: string): Set<string> =>
  new Set([...readSheet(sheet).matchAll(/^ {2}\.([a-z][\w-]*)(?::[^\s,{]*)?\s*[,{]/gm)].map(([, name]) => name!))
