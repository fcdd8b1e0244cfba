const rules = new Intl.PluralRules('en')

/** So many of something, in digits: `1 answer`, `2 answers`; `many` is its plural, with an s unless given. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${rules.select(count) === 'one' ? one : many}`
