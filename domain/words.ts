/** At least four digits with what people put between them: a telephone number, a postal code, a time. */
const number = /\d(?:[\s().-]{0,3}\d){3,}/g

/** The shortest end of a number that it is found by. */
const shortestEnd = 4

/** The zeros before a telephone number that is called from within a country, or from another one. */
const trunkZeros = /^0+(?=\d{4})/

/** What some leave out of a word: apostrophes however they are typed, and commas that group the digits of a number. */
const apostrophes = /[‘’ʼ´`]/g
const groupings = /(?<=\d),(?=(?:\d{2,3},)*\d{3}(?!\d))/g

/** Letters that are one with what others write beside or on theirs, so that no normalization parts them. */
const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', ß: 'ss', ı: 'i', đ: 'd', æ: 'ae', œ: 'oe' }

/** The scripts that put no spaces between words, so that any of their letters may begin one, as what comes after it. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`
const unspacedLetter = String.raw`(?=\p{L})${unspaced}`
const wordBeginnings = new RegExp(String.raw`${unspacedLetter}|(?<=${unspaced})[\p{L}\p{N}]`, 'gu')
const oneLetter = new RegExp(`^(?!${unspacedLetter}).$`, 'u')

/** Whether a word of a search is met by whole words alone: one letter, where it does not stand for a word by itself. */
export const isWholeWord = (word: string): boolean => oneLetter.test(word)

/** No document is found by more words than this, nor by more letters of a word. */
const maxWords = 2_000
const maxLetters = 40

/** The words that a document is found by: those of its texts, and the ends of the numbers in them. */
export const wordsIn = (texts: readonly string[]): string[] => allWordsIn(texts).slice(0, maxWords)

function allWordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [
    ...split(text).flatMap(waysToWrite),
    ...[...text.matchAll(number)].flatMap(([found]) => endsOf(found.replace(/\D/g, ''))),
  ])
  return unique([...words, ...words.flatMap(endsWithin)]) // last: of long texts the beginnings are found before all else
}

/** What a word of a script without spaces has from each place on where another may begin in it. */
const endsWithin = (word: string): string[] =>
  [...word.matchAll(wordBeginnings)].map(({ index }) => word.slice(index, index + maxLetters))

/** A word’s pieces, and what each begins where its separators are left out: `qu'aujourd'hui` is found by `aujourd'hui`. */
function waysToWrite(word: string): string[] {
  const whole = joined(word)
  let at = 0
  return word.split("'").flatMap((piece) => {
    const begun = whole.slice(at, at + maxLetters)
    at += piece.length
    return [begun, piece]
  })
}

/** The words of a search, each to be met by the beginning of a word: digits alone are one number, without its trunk zeros. */
export function wordsOf(search: string): string[] {
  const digits = search.replace(/\D/g, '').replace(trunkZeros, '')
  const words = digits.length >= shortestEnd && /^[\d\s()+.-]*$/.test(search) ? [digits] : split(search).map(joined)
  return unique(words).slice(0, 20)
}

/** Whether texts have every word of a search, as the beginning of one of theirs, or whole (`isWholeWord`). */
export function hasWords(texts: readonly string[], search: string): boolean {
  const wanted = wordsOf(search)
  return wanted.length > 0 && missingIn(texts, wanted).length === 0
}

/** Those of a search’s words that texts have none of. */
export function missingIn(texts: readonly string[], wanted: readonly string[]): string[] {
  const words = allWordsIn(texts)
  const isMet = (word: string) => words.some((each) => (isWholeWord(word) ? each === word : each.startsWith(word)))
  return wanted.filter((word) => !isMet(word))
}

/** Every text within some fields of a document, at any depth. */
export const textsIn = (document: object, fields: readonly string[]): string[] =>
  fields.flatMap((field) =>
    textsOf(
      field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document),
    ),
  )

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const joined = (word: string): string => word.replaceAll("'", '')

const unique = (words: string[]): string[] => [...new Set(words.map((word) => word.slice(0, maxLetters)))]

/**
 * Lower case, without the marks on Latin letters: `Möwen` and `mowen` are one word. Separators in a word are apostrophes.
 * More than eight marks on a letter are no writing, and to order them takes as long as their number squared.
 */
const split = (text: string): string[] =>
  text
    .replace(apostrophes, "'")
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[łøßıđæœ]/g, (letter) => plainLetters[letter]!)
    .replace(groupings, "'")
    .match(/[\p{L}\p{N}\p{M}\p{Co}]+(?:'[\p{L}\p{N}\p{M}\p{Co}]+)*/gu) ?? []

const endsOf = (digits: string): string[] =>
  Array.from({ length: Math.max(0, Math.min(digits.length, 20) - shortestEnd + 1) }, (_, at) => digits.slice(at))
