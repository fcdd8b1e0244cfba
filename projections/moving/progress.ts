/** Says something, and how far something long is, once a second at most. */
export type Progress = { say(line: string): void; now(line: () => string): void }

export function progressBy(say: (line: string) => void): Progress {
  let next = Date.now() + 1_000
  return {
    say,
    now(line) {
      if (Date.now() < next) return
      next = Date.now() + 1_000
      say(`  ${line()}`)
    },
  }
}

/** So many of something: `1 file`, `2,000 files`. */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en-GB', oneDigit)} MB`

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
