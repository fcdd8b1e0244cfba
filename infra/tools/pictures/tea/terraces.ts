import { mix, px, times } from '#infra/tools/pictures/drawing.ts'

/** The terraces of a tea garden: rows of bushes, the far ones small and pale. Answers the paths of an SVG. */
export function terraces(area: {
  width: number
  /** Where the farthest row stands, and where the nearest. */
  top: number
  bottom: number
  rows: number
  from: string
  to: string
  /** The width of a bush of the farthest row, in pixels. */
  bush?: number
  phase?: number
}): string {
  const { width, top, bottom, rows, from, to, bush = 22, phase = 0 } = area
  return times(rows, (row) => {
    const depth = row / (rows - 1)
    const step = bush * (1 + depth * 2.4)
    const level = top + (bottom - top) * depth ** 1.45
    const ridge = (x: number) =>
      level +
      Math.sin(x / (150 + row * 9) + row * 0.72 + phase) * (16 + depth * 10) +
      Math.sin(x / (61 + row * 7) + row * 1.9 + phase) * 7
    const bushes = times(Math.ceil(width / step) + 3, (index) => {
      const x = (index - 1) * step + ((row * 0.37) % 1) * step
      return `A${px(step * 0.54)} ${px(step * 0.47)} 0 0 1 ${px(x)} ${px(ridge(x))}`
    })
    const start = -2 * step + ((row * 0.37) % 1) * step
    return `<path d="M${px(start)} ${px(ridge(start))}${bushes.join('')}V2000H${px(start)}Z" fill="${mix(from, to, depth)}"/>`
  }).join('')
}
