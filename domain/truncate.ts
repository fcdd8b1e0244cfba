/** Truncates to at most so many characters, without splitting one. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
