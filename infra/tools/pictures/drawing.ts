/** `count` results of `draw`, which is given 0, 1, 2 … */
export const times = <T>(count: number, draw: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => draw(index))

/** Numbers from 0 to 1 that look random and are the same at each run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A colour between two of the form #rrggbb: `from` at 0, `to` at 1. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A number for a path: a tenth of a pixel is as fine as it is seen. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

/** The `d` of a line through points. */
export const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index ? 'L' : 'M'}${px(x)} ${px(y)}`).join('')
