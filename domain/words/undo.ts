import { digits, plural } from '#domain/count.ts'

/** The toast about a command on several projects at once. */
export const doneAtOnce = (action: 'complete' | 'message', count: number): string =>
  action === 'complete'
    ? plural(count, '{n} project completed', '{n} projects completed')
    : plural(count, '{n} message sent', '{n} messages sent')

/** The toast about the projects that it failed for. */
export const failedAtOnce = (action: 'complete' | 'message', count: number): string =>
  action === 'complete'
    ? plural(count, 'Couldn’t complete {n} project', 'Couldn’t complete {n} projects')
    : plural(count, 'Couldn’t send {n} message', 'Couldn’t send {n} messages')

/** How much of it was undone: of so many projects, and of so many not. */
export function undoneAtOnce(undone: number, failed: number): string {
  if (failed === 0) return plural(undone, 'Undone for {n} project', 'Undone for all {n} projects')
  if (undone === 0) return plural(failed, 'Couldn’t undo {n} project', 'Couldn’t undo any of {n} projects')
  return `Undone for ${digits(undone)}, failed for ${digits(failed)}`
}

/** How many more there are than a list names. */
export const andMore = (count: number): string => plural(count, 'and {n} more', 'and {n} more')

/** A saved version by its number, and by its day (`14/11/2026`) but for the one that everything began with. */
export const versionName = (number: number, day?: string): string =>
  day === undefined ? `version ${digits(number)}, the original` : `version ${digits(number)} of ${day}`
