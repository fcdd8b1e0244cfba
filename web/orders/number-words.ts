const small = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A number as a sentence says it: in a word as far as twelve, in figures beyond. */
export const inWords = (count: number): string => small[count] ?? String(count)

/** As it begins a sentence. */
export const capitalized = (words: string): string => words.replace(/^./, (first) => first.toUpperCase())

/** A number as the first word of a sentence. */
export const inWordsCapitalized = (count: number): string => capitalized(inWords(count))

/** `one message`, `13 files`. */
export const counted = (count: number, thing: string): string => `${inWords(count)} ${thing}${count === 1 ? '' : 's'}`
