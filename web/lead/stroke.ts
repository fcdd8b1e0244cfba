import { type FunnelStep, funnelSteps, leadsTo } from '#domain/site/steps.ts'

/** The numbers of a step: how many came to it, and how many to none after it. */
export type StepNumbers = { step: FunnelStep; reached: number; stopped: number }

/** The columns of the table that the stroke stands on. A failed test is no column: it is where people stop. */
export const columnSteps = funnelSteps.filter((step) => step !== 'failed')
export type ColumnStep = (typeof columnSteps)[number]

/** The steps from which a column is reached: who stops there does not come to it. The offerings are optional. */
const before = (step: ColumnStep): FunnelStep[] =>
  step === 'offerings' ? [] : funnelSteps.filter((each) => leadsTo[each].includes(step))

/** The leads that stopped before a column: by the step at which they did. */
export const stoppedBefore = (numbers: readonly StepNumbers[], step: ColumnStep): [FunnelStep, number][] =>
  before(step).map((each) => [each, numberOf(numbers, each, 'stopped')])

const numberOf = (numbers: readonly StepNumbers[], step: FunnelStep, which: 'reached' | 'stopped'): number =>
  numbers.find((each) => each.step === step)?.[which] ?? 0

/** The drawing's own size: it is scaled to the width there is. */
export const strokeSize = { width: 1196, height: 196 }

/** The line the stroke is written along, and how thick it is where everyone is still there. */
const middle = 80
const thickest = 130
/** How thin the stroke is where no one is left: still the trace of a pen. */
const thinnest = 1.4

/** How many hairs can be told apart. */
const maxHairs = 140

/** How many people a hair stands for: a round number. */
export function hairUnit(numbers: readonly StepNumbers[]): number {
  const stopped = columnSteps.flatMap((step) => stoppedBefore(numbers, step)).reduce((sum, [, count]) => sum + count, 0)
  for (let power = 1; ; power *= 10) {
    for (const unit of [power, power * 5]) if (stopped / unit <= maxHairs) return unit
  }
}

type Point = { x: number; top: number; bottom: number }

/** The stroke as paths: what goes on, those who fall off, and where it crosses the columns. */
export function strokeOf(numbers: readonly StepNumbers[], skippedOfferings: number) {
  const count = (step: FunnelStep) => numberOf(numbers, step, 'reached')
  const most = Math.max(1, ...columnSteps.map(count))
  const thickness = (people: number) => Math.max(thinnest, (people / most) * thickest)
  const pitch = strokeSize.width / columnSteps.length
  const posts = columnSteps.map((_, at) => (at + 0.5) * pitch)
  const x = (step: ColumnStep) => posts[columnSteps.indexOf(step)]!
  const around = (centre: number, people: number) => {
    const half = thickness(people) / 2
    return { top: centre - half, bottom: centre + half }
  }
  const at = (step: ColumnStep, centre = middle, people = count(step)): Point => ({
    x: x(step),
    ...around(centre, people),
  })

  const until = (['start', 'test', 'success', 'details', 'analyzing', 'pricing'] as const).map((step) => at(step))
  const [first, parting] = [until[0]!, until.at(-1)!]
  const joining = at('confirm')
  const end = at('registered')

  // Between the prices and the register form the stroke is a loop: some see the offerings, some go straight on.
  const part = ({ x, top, bottom }: Point, share: number): [Point, Point] => {
    const cut = top + (bottom - top) * Math.min(1, Math.max(0, share))
    return [
      { x, top, bottom: cut },
      { x, top: cut, bottom },
    ]
  }
  const [upperFrom, lowerFrom] = part(parting, 1 - count('offerings') / Math.max(1, count('pricing')))
  const [upperTo, lowerTo] = part(joining, skippedOfferings / Math.max(1, count('confirm')))
  const [above, below] = [Math.min(middle - 30, parting.top - 8), Math.max(middle + 30, parting.bottom + 8)]
  const upper = at('offerings', above, skippedOfferings)
  const lower = at('offerings', below, count('offerings'))
  const edge = (point: Point, x: number): Point => ({ ...point, x })

  return {
    posts,
    bands: [
      band([edge(first, 0), ...until]),
      band([upperFrom, upper, upperTo]),
      band([lowerFrom, lower, lowerTo]),
      band([joining, end, edge(end, strokeSize.width)]),
    ],
    hairs: hairs(numbers, (step) => {
      if (step === 'confirm') return { from: lower, to: lowerTo }
      const index = columnSteps.indexOf(step)
      const from = step === 'registered' ? joining : until[index - 1]
      const to = step === 'registered' ? end : until[index]
      return from && to && { from, to }
    }),
    /** Where it is said how many went straight on. */
    straight: { x: upper.x + 10, y: upper.top - 7 },
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** A stroke through some points, as thick at each as they say. */
function band(points: readonly Point[]): string {
  const along = (side: 'top' | 'bottom', through: readonly Point[]) =>
    through
      .slice(1)
      .map((to, at) => {
        const from = through[at]!
        const bend = (to.x - from.x) * 0.48
        return `C${round(from.x + bend)} ${round(from[side])} ${round(to.x - bend)} ${round(to[side])} ${round(to.x)} ${round(to[side])}`
      })
      .join('')
  const [first, last] = [points[0]!, points.at(-1)!]
  const back = points.toReversed()
  return `M${round(first.x)} ${round(first.top)}${along('top', points)}L${round(last.x)} ${round(last.bottom)}${along('bottom', back)}Z`
}

/** How long the hairs are that hang beside each other. */
const lengths = [25, 32, 39, 28.5, 35.5]

/** Draws those who stop, falling off below the stroke on the way to the column they do not reach. */
function hairs(
  numbers: readonly StepNumbers[],
  wayTo: (step: ColumnStep) => { from: Point; to: Point } | undefined,
): string[] {
  const unit = hairUnit(numbers)
  return columnSteps.flatMap((step) => {
    const way = wayTo(step)
    const stopped = stoppedBefore(numbers, step).reduce((sum, [, count]) => sum + count, 0)
    if (!way) return []
    const { from, to } = way
    const count = Math.round(stopped / unit)
    return Array.from({ length: count }, (_, at) => {
      const share = 0.14 + 0.72 * ((at + 0.5) / count)
      const x = from.x + (to.x - from.x) * share
      // The edge bends like a smooth step from the one thickness to the other.
      const y = from.bottom + (to.bottom - from.bottom) * share * share * (3 - 2 * share) + 3
      const length = lengths[at % lengths.length]!
      return `M${round(x)} ${round(y)}c.5 ${round(length * 0.4)} 2 ${round(length * 0.7)} 5 ${length}`
    })
  })
}
