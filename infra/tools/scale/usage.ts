import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The clock that Linux counts processor time by, in ticks a second: 100 on every architecture. */
const ticks = 100

/** How long all threads of a process have been computing, in ms; 0 where there is no such process, or no /proc. */
export function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks
  } catch {
    return 0
  }
}

/** The bytes of all files of a folder. */
export const diskUsage = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
