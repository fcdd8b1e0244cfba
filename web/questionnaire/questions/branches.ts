/** A question on the page: where its line is (px from the top of the list), and what it waits for. */
export type BranchRow = {
  id: number
  y: number
  /** The question it is asked after, whether or not that is still there; null where it is always asked. */
  after: number | null
  /** How its condition stands: it holds, it leads in a circle, or what it waits for is missing. */
  state: 'holds' | 'circle' | 'dangling' | 'none'
}

type Stroke = { d: string; red?: boolean; thick?: boolean }
type Origin = { id: string; x: number; y: number; red?: boolean }

const f = (value: number) => value.toFixed(1)

/** The strokes from questions to those that wait for them; `right` is the edge of the margin, in px. */
export function branchesOf(rows: readonly BranchRow[], right: number, narrow: boolean) {
  const strokes: Stroke[] = []
  const origins = new Map<string, Origin>()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lanes = lanesOf(rows)
  const laneAt = (lane: number) => (narrow ? right - 22 - lane * 9 : right - 112 - lane * 13)

  for (const [parent, children] of Map.groupBy(
    rows.filter(({ after, state }) => after !== null && state !== 'dangling' && byId.has(after)),
    ({ after }) => after!,
  )) {
    const from = byId.get(parent)!
    for (const row of children) {
      const red = row.state === 'circle'
      const x = laneAt(lanes.get(`${parent}`) ?? 0) - (red ? (narrow ? 5 : 10) : 0)
      const start = from.y + (from.state === 'none' ? 0 : 13)
      strokes.push({ d: branch(start, row.y, x, right), red }, { d: arrow(row.y, right), red })
      origins.set(`${parent} ${red}`, { id: `${parent} ${red}`, x: right - 1, y: start, red })
      if (red) strokes.push({ d: cross(x, start + (row.y - start) * 0.46), red, thick: true })
    }
  }
  for (const { y } of rows.filter(({ state }) => state === 'dangling')) {
    strokes.push({ d: frayed(y, laneAt(0), right), red: true }, { d: arrow(y, right), red: true })
  }
  return { strokes, origins: [...origins.values()] }
}

/** A lane for each question that others wait for, so that no two strokes lie on one another. */
function lanesOf(rows: readonly BranchRow[]): Map<string, number> {
  const at = new Map(rows.map(({ id, y }) => [id, y]))
  const spans = [...Map.groupBy(rows, ({ after }) => String(after))]
    .filter(([parent]) => at.has(Number(parent)))
    .map(([parent, children]) => {
      const ys = [at.get(Number(parent))!, ...children.map(({ y }) => y)]
      return { parent, top: Math.min(...ys), bottom: Math.max(...ys) }
    })
    .sort((one, other) => one.top - other.top)
  const ends: number[] = []
  return new Map(
    spans.map(({ parent, top, bottom }) => {
      const free = ends.findIndex((end) => end < top)
      const lane = free < 0 ? ends.length : free
      ends[lane] = bottom
      return [parent, lane]
    }),
  )
}

const reach = (x: number, right: number) => Math.min(17, (right - x) * 0.4)

/** Draws a branch from a line to another one, by way of a lane, as a hand would. */
function branch(from: number, to: number, x: number, right: number): string {
  const height = to - from
  const turn = Math.min(15, Math.abs(height) / 2.6) * (height < 0 ? -1 : 1)
  const sway = Math.min(1, Math.abs(height) / 130)
  const a = reach(x, right)
  const q = right - x - a
  return (
    `M${f(right - 2)} ${f(from)}C${f(x + a + q * 0.68)} ${f(from + 1.8)} ${f(x + a + q * 0.3)} ${f(from - 1.4)} ` +
    `${f(x + a)} ${f(from + 0.5)}C${f(x + a * 0.4)} ${f(from + 1)} ${f(x + 0.8)} ${f(from + turn * 0.4)} ${f(x)} ` +
    `${f(from + turn)}C${f(x + 2.6 * sway)} ${f(from + height * 0.36)} ${f(x - 2.2 * sway)} ` +
    `${f(from + height * 0.68)} ${f(x + 0.4)} ${f(to - turn)}${elbow(x, to, turn, right)}${tail(x, to, right)}`
  )
}

function elbow(x: number, y: number, turn: number, right: number): string {
  const a = reach(x, right)
  return `C${f(x + 0.8)} ${f(y - turn * 0.35)} ${f(x + a * 0.4)} ${f(y - 0.4)} ${f(x + a)} ${f(y + 0.3)}`
}

function tail(x: number, y: number, right: number): string {
  const a = reach(x, right)
  const q = right - x - a
  return `C${f(x + a + q * 0.3)} ${f(y - 1.6)} ${f(x + a + q * 0.68)} ${f(y + 1.5)} ${f(right - 1)} ${f(y)}`
}

const arrow = (y: number, right: number) => `M${right - 7} ${f(y - 4)}c2 1.8 4 3 6.5 3.8-2.4 1-4.3 2.4-6 4.5`

/** A stroke whose other end has come off. */
const frayed = (y: number, x: number, right: number) =>
  `M${f(x + 3)} ${f(y - 40)}C${f(x - 6)} ${f(y - 36)} ${f(x + 7)} ${f(y - 31)} ${f(x - 2)} ${f(y - 26)}` +
  `C${f(x - 4)} ${f(y - 22)} ${f(x + 1)} ${f(y - 18)} ${f(x)} ${f(y - 13)}${elbow(x, y, 13, right)}${tail(x, y, right)}`

const cross = (x: number, y: number) =>
  `M${f(x - 8)} ${f(y - 8)}C${f(x - 2)} ${f(y - 2)} ${f(x + 2)} ${f(y + 3)} ${f(x + 8)} ${f(y + 9)}` +
  `M${f(x + 8)} ${f(y - 8)}C${f(x + 2)} ${f(y - 3)} ${f(x - 3)} ${f(y + 3)} ${f(x - 8)} ${f(y + 8)}`
