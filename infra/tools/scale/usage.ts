import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The clock that Linux counts processor time by, in ticks a second: 100 on every architecture. */
const ticks = 100

type Counted = { pid: number; parent: number; name: string; own: number; ofEnded: number }

/** The usage of a process by Linux, times in ms; undefined where there is no such process, or no /proc. */
function counted(pid: number): Counted | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ms = (...at: number[]) => at.reduce((sum, each) => sum + (Number(fields[each]) * 1000) / ticks, 0)
    return { pid, parent: Number(fields[1]), name, own: ms(11, 12), ofEnded: ms(13, 14) }
  } catch {
    return undefined
  }
}

/** How long all threads of a process have been computing, in ms; 0 where there is no such process, or no /proc. */
export const processorTime = (pid: number): number => counted(pid)?.own ?? 0

/** How long the programs of these names have been computing that a process has started, or those it has started, in ms. */
export function processorTimesBelow(ancestor: number, names: readonly string[]): Record<string, number> {
  const all = readdirSync('/proc').flatMap((each) => (/^\d+$/.test(each) ? (counted(Number(each)) ?? []) : []))
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]))
  const isBelow = (pid: number): boolean => pid === ancestor || (pid > 1 && isBelow(parents.get(pid) ?? 0))
  const times = Object.fromEntries(names.map((name) => [name, 0]))
  for (const { pid, name, own, ofEnded } of all) {
    if (names.includes(name) && isBelow(pid)) times[name]! += own + ofEnded
  }
  return times
}

/** The bytes of all files of a folder. */
export const diskUsage = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
