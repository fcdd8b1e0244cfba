/** The middle value; of an even number of values the upper middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that 95 of a hundred do not exceed. */
export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? Number.NaN

/** How far the values lie apart, as a share of their median: 0.1 is ± 5 %. */
export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values)

/** A number as a person reads it: three significant digits, thousands apart. */
export function readable(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-GB')
  return value.toPrecision(3)
}
