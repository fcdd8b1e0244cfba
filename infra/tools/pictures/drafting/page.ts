import { times } from '#infra/tools/pictures/drawing.ts'

/**
 * A shape of the page: its path, the colour that it has in the end (none: a line that
 * stays a line, of this thickness), and where it stands.
 */
type Shape = { d: string; fill?: string; stays?: string; thick?: number; at?: string }
/** A line of type: where it stands, how large, and its colour in the end. */
export type Words = {
  text: string
  x: number
  y: number
  size: number
  face: string
  style?: string
  colour: string
  width: number
}

/** A page that is drawn before one's eyes, on a sheet of 1040 by 650. */
export type DraftedPage = {
  /** The colour of the sky, beneath all shapes. */
  sky: string
  /** In the order in which they are drawn. */
  shapes: readonly Shape[]
  words: readonly Words[]
  guides: readonly string[]
}

/** A circle as a path, drawn from its left. */
export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1 ${-r * 2} 0Z`

/** The ruled guides: columns, the lines of type, and two measures. */
export const guidesAt = (lines: readonly number[]): string[] => [
  ...times(12, (at) => `M${46 + at * 86} 0v650`),
  ...lines.map((y) => `M0 ${y}h1040`),
  'M734 24h172M734 17v14M906 17v14',
  'M1012 204v104M1005 204h14M1005 308h14',
]

/** The three lines of a heading. */
export const heading = (lines: readonly string[], colour: string): Words[] =>
  lines.map((text, index) => ({
    ...{ text, x: 38, y: 204 + index * 104, size: 116, face: 'serif', colour, width: 560 },
    style: `letter-spacing:-3.4px;font-weight:340;${index === 2 ? 'font-style:italic' : ''}`,
  }))
