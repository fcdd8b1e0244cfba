import { times } from '#infra/tools/pictures/drawing.ts'

const petal = (inner: number, outer: number, width: number) => {
  const [a, b] = [inner + (outer - inner) * 0.36, inner + (outer - inner) * 0.74]
  return `M0 ${-inner}C${width} ${-a} ${width} ${-b} 0 ${-outer}C${-width} ${-b} ${-width} ${-a} 0 ${-inner}Z`
}

/** Rings of a medallion in chikan stitches, round (0, 0): petals of running stitch between rows of knots. */
export function medallion(thread: string, gold: string, rings = 4): string {
  const ring = (count: number, path: string, colour: string, width: number, stitch: string, offset = 0) =>
    times(
      count,
      (at) =>
        `<path transform="rotate(${((at + offset) * 360) / count})" d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${stitch}" stroke-linecap="round"/>`,
    ).join('')
  const knots = (radius: number, width: number, gap: number, colour = gold) =>
    `<circle r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${colour === gold ? `1 ${gap}` : `${gap} 4`}" stroke-linecap="round"/>`
  const parts = [
    `${knots(9, 3, 5)}${ring(8, petal(16, 52, 13), thread, 2.2, '4 3')}${knots(60, 3.4, 7)}`,
    `${ring(16, petal(68, 124, 16), thread, 2.2, '5 3', 0.5)}${ring(16, petal(78, 112, 7), gold, 1.6, '3 3', 0.5)}${knots(134, 2.4, 7, thread)}${knots(143, 3.6, 8)}`,
    `${ring(24, petal(152, 218, 18), thread, 2.2, '5 3')}${ring(24, petal(164, 204, 8), gold, 1.6, '3 3')}${knots(228, 2.4, 7, thread)}${knots(237, 3.6, 8)}`,
    `${ring(36, petal(248, 318, 18), thread, 2.2, '5 3', 0.5)}${ring(36, petal(262, 302, 7), gold, 1.6, '3 3', 0.5)}${knots(328, 2.4, 7, thread)}${knots(338, 3.6, 8)}`,
    `${ring(48, petal(350, 430, 18), thread, 2.2, '5 3')}${ring(48, petal(364, 410, 8), gold, 1.6, '3 3')}${knots(440, 2.4, 7, thread)}`,
  ]
  return parts.slice(0, rings).join('')
}
