/** Reports a line, and how far something long is, once a second at most. */
export type Progress = { log(line: string): void; status(line: () => string): void }

export function progressBy(log: (line: string) => void): Progress {
  let next = Date.now() + 1_000
  return {
    log,
    status(line) {
      if (Date.now() < next) return
      next = Date.now() + 1_000
      log(`  ${line()}`)
    },
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en-GB', oneDigit)} MB`

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
