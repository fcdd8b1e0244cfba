import { join, resolve } from 'node:path'

/** Where a running server takes the commands of whoever runs it: only the user that it runs as can reach it. */
export const controlSocketIn = (dataDir: string): string => join(resolve(dataDir), 'control.sock')

/** One line of what a server answers: something to tell, or why it could not be done. */
export type ControlLine = { say: string } | { refused: string }
