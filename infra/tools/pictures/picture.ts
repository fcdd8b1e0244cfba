/** A drawn screen: its page is 1600 by 1000 CSS pixels. */
export type Picture = {
  /** The style sheets, as paths from the root of the repository. */
  styles: readonly string[]
  /** The content of the body. */
  body: string
}

type Part = string | number | false | undefined | readonly Part[]

const written = (part: Part): string => {
  if (part === undefined || part === false) return ''
  return Array.isArray(part) ? part.map(written).join('') : String(part)
}

/** HTML from a template: lists are joined, what is false or missing is left out. Nothing is escaped: all of it is ours. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): string =>
  String.raw({ raw: texts }, ...parts.map(written))
