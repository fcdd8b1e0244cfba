import { readFileSync } from 'node:fs'
import { inspect } from '#api/testing/inspect.ts'
import { openStores } from '#infra/open.ts'
import type { Settings } from '#infra/settings.ts'
import type { People } from './people.ts'

/** The outcome of people working through faults. */
export type Outcome = {
  fault: string
  acknowledged: number
  lost: number
  doubled: number
  refused: number
  /** From asking for the first time to the acknowledgement, over all that was asked, in seconds. */
  longestWait: number
  /** The most memory that one process had resident, in MB. */
  memory: number
  /** The problems, in sentences; none when all is well. */
  problems: string[]
  /** The fate of bytes that were flipped in the stores. */
  flips?: Flips
}

/** How many bytes were flipped; how often that was named, and had no effect; and how many answers were wrong. */
export type Flips = { flips: number; named: number; harmless: number; servedWrong: number }

type StoreSettings = Parameters<typeof openStores>[0] & Partial<Settings>

/** Ends the work, and reads what the stores have kept of it. `stop` ends the processes that hold them. */
export async function outcomeOf(
  fault: string,
  people: People,
  { stores: settings, memory, stop }: { stores: StoreSettings; memory: number; stop(): Promise<void> },
): Promise<Outcome> {
  await people.finish()
  const heads = new Map(people.orders.map((id) => [`order-${id}`, -1]))
  for (const { events } of people.acknowledged) {
    for (const { stream, revision } of events) {
      if (heads.has(stream)) heads.set(stream, Math.max(heads.get(stream)!, revision))
    }
  }
  const late = await people.catchUp(heads)
  await stop()
  const stores = await openStores(settings)
  const { lost, broken, differences, events } = await inspect(stores, people.acknowledged)
  await stores.close()
  return {
    fault,
    acknowledged: people.acknowledged.length,
    lost: lost.length + Math.max(0, people.recorded - events.length),
    doubled: Math.max(0, events.length - people.recorded),
    refused: people.refused,
    longestWait: people.longestWaitMs / 1_000,
    memory,
    problems: [
      ...(people.damaged > 0 ? [`${people.damaged} answers were that something is damaged`] : []),
      ...[...people.unexpected, ...people.givenUp, ...late, ...lost, ...broken, ...differences],
    ],
  }
}

/** The most memory a process has had resident so far, in MB; NaN where the system does not say (it is Linux that does). */
export function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const columns: [string, (outcome: Outcome) => string][] = [
  ['fault', ({ fault }) => fault],
  ['acknowledged', ({ acknowledged }) => acknowledged.toLocaleString('en')],
  ['lost', ({ lost }) => String(lost)],
  ['doubled', ({ doubled }) => String(doubled)],
  ['refused with 503', ({ refused }) => refused.toLocaleString('en')],
  ['longest wait', ({ longestWait }) => `${longestWait.toFixed(1)} s`],
  ['memory at most', ({ memory }) => (Number.isNaN(memory) ? '?' : `${Math.round(memory)} MB`)],
]

/** The outcomes as a table, and below it what is wrong. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const rows = [columns.map(([title]) => title), ...outcomes.map((each) => columns.map(([, cell]) => cell(each)))]
  const table = tableOf(rows)
  const wrong = outcomes.flatMap(({ fault, problems }) => problems.slice(0, 5).map((each) => `${fault}: ${each}`))
  const flipped = outcomes.flatMap(({ fault, flips }) =>
    flips
      ? [`${fault}: named ${flips.named}, without effect ${flips.harmless}, served wrong ${flips.servedWrong}`]
      : [],
  )
  return [table, ...(flipped.length > 0 ? ['', ...flipped] : []), ...(wrong.length > 0 ? ['', ...wrong] : [])].join(
    '\n',
  )
}

/** Rows as a table for a terminal, the first of them its header. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '))
  return padded.map((row) => row.trimEnd()).join('\n')
}
