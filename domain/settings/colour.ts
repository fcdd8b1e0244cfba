/** A shade of the agency's colour: readable on one kind of paper. */
export type Shade = {
  /** `#1d49a0` */
  colour: string
  /** Against the paper it is hardest to read on there: 4.5 or more. */
  contrast: number
  /** The contrast of the chosen colour itself, where it had to be moved for being too near to the paper. */
  instead?: number
}

/** The papers of light and of dark pages (`tokens.css`), and the way a colour moves to be read on them. */
const papers = {
  light: { colours: ['#f9f7f0', '#f1eee5'], step: -0.004 },
  dark: { colours: ['#110e0b', '#1b1714'], step: 0.004 },
} as const

/** The contrast that WCAG 2.2 AA asks of text. */
export const enoughContrast = 4.5

/** Whether a text is a colour as we keep it: `#1d49a0`, in small letters. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/.test(text)

/**
 * The two shades of a colour: as it was chosen where its contrast suffices. Else it is darker on light paper and
 * lighter on dark paper until it does. No colour can be read on both as it is.
 */
export const accentOf = (colour: string): Record<keyof typeof papers, Shade> => ({
  light: shadeOn('light', colour),
  dark: shadeOn('dark', colour),
})

/** The colour as CSS: of its two shades the one for the paper that is shown. */
export function accentInCss(colour: string): string {
  const { light, dark } = accentOf(colour)
  return `light-dark(${light.colour}, ${dark.colour})`
}

/** The style sheet with an agency's colour; empty as long as none is set. */
export const brandSheet = (colour: string | undefined): string =>
  colour ? `html:root {\n  --accent: ${accentInCss(colour)};\n}\n` : ''

function shadeOn(kind: keyof typeof papers, chosen: string): Shade {
  const { colours, step } = papers[kind]
  const contrastOf = (colour: string) => Math.min(...colours.map((paper) => contrast(colour, paper)))
  const before = contrastOf(chosen)
  if (before >= enoughContrast) return { colour: chosen, contrast: before }
  const { lightness, a, b } = toOklab(chosen)
  for (let moved = lightness; ; moved += step) {
    const colour = toHex(moved, a, b)
    const reached = contrastOf(colour)
    if (reached >= enoughContrast) return { colour, contrast: reached, instead: before }
  }
}

/** How far two colours are apart to a reader, from 1 to 21. Source: WCAG 2.2, contrast ratio. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Red, green and blue as light, from 0 to 1. Source: WCAG 2.2, relative luminance. */
const linear = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// Oklab, in which a colour keeps its hue while its lightness moves. Source: Björn Ottosson, A perceptual color space
// for image processing (https://bottosson.github.io/posts/oklab/).
function toOklab(colour: string): { lightness: number; a: number; b: number } {
  const [red, green, blue] = linear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** Back to what a screen can show: what lies beyond is cut off. */
function toHex(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const hex = parts.map((part) => {
    const within = Math.min(1, Math.max(0, part))
    const shown = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('')}`
}
