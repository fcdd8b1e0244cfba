const rules = new Intl.PluralRules('en')
const lists = new Intl.ListFormat('en-GB')

/** A number in digits, as they are grouped in India: `1,24,000`. */
export const digits = (count: number): string => count.toLocaleString('en-IN')

/** A whole sentence in the form for a number: `{n}` in it stands for its digits, so no text of a person may be in it. */
export const plural = (count: number, one: string, many: string): string =>
  (rules.select(count) === 'one' ? one : many).replace('{n}', digits(count))

/** So many of something, in digits: `1 answer`, `2 answers`; `many` is its plural, with an s unless given. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  plural(count, `{n} ${one}`, `{n} ${many}`)

/** Names or things as a sentence lists them: `a, b and c`. */
export const listed = (items: readonly (string | number)[]): string => lists.format(items.map(String))
