/** Some of the fields of a value. One that is left out, or undefined, stays as it is. */
export type Changes<T> = { [Name in keyof T]?: T[Name] | undefined }

/** The error message when no field is given. */
export const nothingToChange = 'Please change at least one field'

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

/** Whether any field is given. */
export const hasChanges = (changes: object): boolean => Object.entries(changes).some(isGiven)

/**
 * A value with some of its fields changed: the very same object when they are so already. Fields are compared by `===`.
 */
export function withChanges<T extends object>(before: T, changes: Changes<T>): T {
  const given = Object.entries(changes).filter(isGiven) as [keyof T, T[keyof T]][]
  return given.some(([name, value]) => before[name] !== value) ? { ...before, ...Object.fromEntries(given) } : before
}
