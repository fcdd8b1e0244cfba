/** A type of event in words: `InvoiceRevised` is `Invoice revised`. */
export const eventWords = (type: string): string =>
  type === '*' ? 'everything' : type.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** What a webhook is told of, in words. */
export function chosenWords(events: readonly string[]): string {
  if (events.includes('*')) return 'everything'
  const words = events.map(eventWords)
  return words.length <= 3 ? words.join(', ') : `${words.slice(0, 2).join(', ')} and ${words.length - 2} more`
}
