const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether each word of a query begins a word of the text, case and accents aside. An empty query matches any text. */
export function isMatch(query: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(query).every((begun) => words.some((word) => word.startsWith(begun)))
}
