/** At least four digits with what people put between them: a telephone number, a postal code, a time. */
const number = /\d(?:[\s().-]{0,3}\d){3,}/g

/** The shortest end of a number that it is found by. */
const shortestEnd = 4

/** The zeros before a telephone number that is called from within a country, or from another one. */
const trunkZeros = /^0+(?=\d{4})/

/** No document is found by more words than this, nor by more letters of a word. */
const maxWords = 2_000
const maxLetters = 40

/** The words that a document is found by: those of its texts, and the ends of the numbers in them. */
export const wordsIn = (texts: readonly string[]): string[] => allWordsIn(texts).slice(0, maxWords)

function allWordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [
    ...split(text),
    ...[...text.matchAll(number)].flatMap(([found]) => endsOf(found.replace(/\D/g, ''))),
  ])
  return [...new Set(words)]
}

/** The words of a search, each to be met by the beginning of a word: digits alone are one number, without its trunk zeros. */
export function wordsOf(search: string): string[] {
  const digits = search.replace(/\D/g, '').replace(trunkZeros, '')
  const words = digits.length >= shortestEnd && /^[\d\s()+.-]*$/.test(search) ? [digits] : split(search)
  return [...new Set(words)].slice(0, 20)
}

/** Whether texts have every word of a search, as the beginning of one of theirs; a word of one letter as a whole one. */
export function hasWords(texts: readonly string[], search: string): boolean {
  const [words, wanted] = [allWordsIn(texts), wordsOf(search)]
  const isMet = (word: string) => words.some((each) => (word.length === 1 ? each === word : each.startsWith(word)))
  return wanted.length > 0 && wanted.every(isMet)
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

/** Lower case, without the marks on Latin letters: `Möwen` and `mowen` are one word. */
const split = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []
  ).map((word) => word.slice(0, maxLetters))

const endsOf = (digits: string): string[] =>
  Array.from({ length: Math.max(0, Math.min(digits.length, 20) - shortestEnd + 1) }, (_, at) => digits.slice(at))
