import { px } from '#infra/tools/pictures/drawing.ts'

/** The eight teeth of a quarter of a mouth, from the middle outwards: half of the width, half of the height. */
const sizes: readonly (readonly [number, number])[] = [
  [13.5, 13],
  [11, 13],
  [13, 18],
  [14, 20],
  [14, 20],
  [21, 24],
  [21, 24],
  [19, 22],
]
/** The angle of each on the arch in degrees, from the middle outwards. */
const angles = [5.2, 14.8, 23.8, 33.6, 43.9, 56.5, 71.5, 86]

const toothAt = (x: number, y: number, turn: number, at: number, isChosen: boolean) => {
  const [w, h] = sizes[at]!
  const body = `M${-w} ${px(h * 0.12)}C${-w} ${px(-h * 0.72)} ${px(-w * 0.68)} ${-h} 0 ${-h}S${w} ${px(-h * 0.72)} ${w} ${px(h * 0.12)} ${px(w * 0.64)} ${h} 0 ${h} ${-w} ${px(h * 0.8)} ${-w} ${px(h * 0.12)}Z`
  const groove = at > 4 ? 'M-11-2C-2-10 2 9 11-1M0-11C2.500 0-2.500 3 0 12' : at > 2 ? 'M-6 0C0 4 0 4 6 0' : ''
  return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(turn)})"><path d="${body}" fill="${isChosen ? '#ff6a55' : '#fff'}" stroke="#0b3fae" stroke-width="1.600"/><path d="${groove}" fill="none" stroke="${isChosen ? '#fff' : '#0b3fae'}" stroke-width="1.300" stroke-linecap="round"/></g>`
}

/** A chart of thirty-two teeth with their numbers, round (0, 0), 380 by 500. One of them is coral. */
export const teeth = (chosen: number): string =>
  [1, 2, 3, 4]
    .flatMap((quarter) =>
      sizes.map((_, at) => {
        const side = quarter === 1 || quarter === 4 ? -1 : 1
        const upper = quarter < 3 ? -1 : 1
        const angle = (angles[at]! * Math.PI) / 180
        const place = (rx: number, ry: number) =>
          [side * Math.sin(angle) * rx, upper * (26 + Math.cos(angle) * ry)] as const
        const [x, y] = place(151, 196)
        const [nx, ny] = place(190, 230)
        const name = quarter * 10 + at + 1
        const isChosen = name === chosen
        const turn = side * angles[at]! * (upper < 0 ? 1 : -1)
        return `${toothAt(x, y, turn, at, isChosen)}<text x="${px(nx)}" y="${px(ny + 4)}" text-anchor="middle" font-size="12" font-weight="${isChosen ? 600 : 400}" fill="${isChosen ? '#d63a24' : '#0b3fae'}">${name}</text>`
      }),
    )
    .join('')
