/** About how many bytes a JSON value takes in memory: a word for each value and field, three for an object or a text. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 3 * word + value.length
  if (typeof value !== 'object' || value === null) return word
  let bytes = 3 * word
  if (Array.isArray(value)) for (const item of value) bytes += word + sizeOf(item)
  else for (const name in value) bytes += word + sizeOf(value[name as keyof typeof value])
  return bytes
}

const word = 8
