import { plural } from '#domain/count.ts'

const minute = 60

/** The error message when a limit is exceeded, with the time until it may be tried again, rounded up. */
export const tooManyAttempts = (seconds: number): string =>
  `Too many attempts. Please try again ${seconds <= minute ? 'in a minute' : inMinutes(Math.ceil(seconds / minute))}.`

/** Up to two hours in minutes. */
const inMinutes = (minutes: number): string =>
  minutes <= 120
    ? plural(minutes, 'in {n} minute', 'in {n} minutes')
    : plural(Math.ceil(minutes / 60), 'in {n} hour', 'in {n} hours')

/** The error message when more files are sent than `most`, which may be at once. */
export const tooManyFiles = (most: number): string =>
  plural(most, 'You can share 1 file at a time', 'You can share up to {n} files at a time')
