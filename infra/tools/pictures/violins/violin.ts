import { numbers, px, times } from '#infra/tools/pictures/drawing.ts'

const half = (side: 1 | -1) => {
  const at = (x: number, y: number) => `${x * side} ${y}`
  return `C${at(28, -4)} ${at(84, 2)} ${at(84, 60)}C${at(84, 88)} ${at(80, 102)} ${at(76, 116)}L${at(82, 121)}C${at(62, 130)} ${at(56, 152)} ${at(56, 172)}C${at(56, 196)} ${at(66, 214)} ${at(90, 226)}L${at(86, 232)}C${at(96, 250)} ${at(104, 266)} ${at(104, 290)}C${at(104, 338)} ${at(56, 356)} ${at(0, 356)}`
}

/** The outline of a violin's body, 208 by 356, from the middle of its neck. */
export const body = `M0 0${half(1)}M0 0${half(-1)}`

const hole =
  'M64 20C46 8 26 26 27 58 29 104 63 148 69 198 73 234 66 252 54 258A21 21 0 1 0 58 292C86 274 88 226 80 186 70 140 44 104 41 64 40 48 43 40 48 37A16 16 0 1 0 64 20ZM41 138 30 142 32 147 44 143ZM77 168 88 164 90 169 79 173Z'
/** The two sound holes of a body, in place. */
export const holes = (ink: string) =>
  `<g fill="${ink}"><path transform="translate(9 140) scale(.33 .3)" d="${hole}"/><path transform="translate(-9 140) scale(-.33 .3)" d="${hole}"/></g>`
/** One sound hole, 80 by 300. */
export const soundHole = hole

/** A finished violin, upright, 208 by 590; its scroll is at the top, at y −230. */
export const violin = (varnish: string, dark = '#1b0a04') => `
  <path d="${body}" fill="${varnish}" stroke="${dark}" stroke-width="3"/><path d="${body}" fill="none" stroke="${dark}" stroke-width="1.200" transform="translate(0 9) scale(.945)" opacity=".6"/>
  ${holes(dark)}
  <path d="M-11-190h22l5 262h-32Z" fill="${dark}"/><path d="M-12-188v-30c0-22 6-34 14-36 14-2 20 14 10 20-4 2-8 0-8-4M12-188v-26" fill="none" stroke="${dark}" stroke-width="7" stroke-linecap="round"/><path d="M-12-214h24v30h-24Z" fill="${dark}"/>
  <path d="M-24-208h12M12-202h12M-24-192h12M12-186h12" stroke="${dark}" stroke-width="7" stroke-linecap="round"/>
  <path d="M-15 250h30l9 74c-8 8-40 8-48 0Z" fill="${dark}"/><path d="M-32 188c10-10 54-10 64 0l-3 9c-14-7-44-7-58 0Z" fill="#e2b173"/>
  <path d="M-7-186-12 250M-2.500-186-4 250M2.500-186 4 250M7-186 12 250" stroke="#f3dcb0" stroke-width="1.300"/>`

/** The grain of spruce: fine lines along a width, the same at each run. */
export function grain(width: number, height: number, ink: string, seed: number): string {
  const random = numbers(seed)
  return times(Math.round(height / 8), (row) => {
    const y = row * 8 + random() * 5
    const bend = () => px(y + (random() - 0.5) * 9)
    const [thick, opacity] = [random() < 0.2 ? 2.4 : 1.4, 0.12 + random() * 0.18]
    return `<path d="M0 ${px(y)}C${width * 0.25} ${bend()} ${width * 0.7} ${bend()} ${width} ${bend()}" stroke="${ink}" stroke-width="${thick}" opacity="${px(opacity * 10) === '0' ? 0.1 : opacity.toFixed(2)}" fill="none"/>`
  }).join('')
}
