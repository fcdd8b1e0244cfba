/** So many of something: `1 answer`, `2 answers`. */
export const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`
