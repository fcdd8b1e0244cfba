import { cpus } from 'node:os'
import { type Goal, holds } from './goals.ts'
import type { Limit } from './limits.ts'
import { median, readable, spread } from './numbers.ts'
import type { Result, Unmeasured } from './rounds.ts'
import type { Stores } from './stores.ts'
import type { Deployment } from './systems.ts'

/** Rounds that lie further apart than this say more about the machine than about the program. */
const noisy = 0.3

const measured = (values: readonly number[], unit: string): string =>
  `${readable(median(values))} ${unit} ±${Math.round(50 * spread(values))}%`

const placeOf = ({ name, orders, unsealed }: Deployment): string =>
  `${unsealed ? 'unsealed ' : ''}${name} ${orders / 1000}k`

function goalOf(goal: Goal, unit: string): string {
  if ('below' in goal) return `< ${goal.below} ${unit}`
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
}

/** One result as a row of the table: what, of, to, ratio with its range over the rounds, goal, verdict. */
function row({ comparison, group, of, to, ratio, ratios }: Result): string[] {
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  const title =
    comparison.of === comparison.to ? comparison.of.title : `${comparison.of.title} ÷ ${comparison.to.title}`
  return [
    comparison.name,
    title,
    `${placeOf(group.of)}  ${measured(of, comparison.of.unit)}`,
    `${placeOf(group.to)}  ${measured(to, comparison.to.unit)}`,
    `${ratio.toFixed(2)} (${range})`,
    goalOf(comparison.goal, comparison.of.unit),
    holds(ratio, comparison.goal, median(of)) ? 'holds' : 'MISSED',
  ]
}

/** The report of the measurements: the subject, the comparison, and which goals hold. */
export function report(results: readonly Result[], unmeasured: readonly Unmeasured[], stores: Stores): string {
  const head = ['figure', 'what', 'measured', 'against', 'ratio (rounds)', 'goal', '']
  const held = results.filter(({ ratio, comparison, of }) => holds(ratio, comparison.goal, median(of))).length
  const busy = results.some(({ of, to }) => Math.max(spread(of), spread(to)) > noisy)
  const doubt = busy ? ' The rounds lie far apart: the machine was busy with something else.' : ''
  const goals = stores.embedded
    ? `${held} of ${results.length} goals hold.`
    : `The goals are stated for the embedded stores. On these servers ${held} of ${results.length} hold.`
  const lines = [...unmeasured.map(line), `The product ran on ${stores.line}.`, `${goals}${doubt}`]
  return `${table([head, ...results.map(row)])}\n\n${lines.join('\n')}`
}

/** One result in one line, as it comes. */
export const line = (result: Result | Unmeasured): string =>
  'why' in result ? `${result.comparison.name}  NOT MEASURED: ${result.why}` : row(result).join('  ')

/** The report of this machine’s limits. */
export function limitsReport(limits: readonly { limit: Limit; values: number[] }[]): string {
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  return `${machine}\n${table(limits.map(({ limit, values }) => [limit.title, measured(values, limit.unit)]))}`
}

function table(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
