import { describe, expect, it } from 'vitest'
import { classesIn, readSheet, sheets } from './sheets.ts'

// A sheet stays once its page was visited: a name that two pages use would dress the second in the first one's clothes.
it('a class is introduced by one style sheet only', () => {
  const places = new Map<string, string[]>()
  for (const sheet of sheets) {
    for (const name of classesIn(sheet)) places.set(name, [...(places.get(name) ?? []), sheet])
  }
  expect(places.size).toBeGreaterThan(50)
  expect([...places].filter(([, sheets]) => sheets.length > 1)).toEqual([])
})

// Firefox draws fat bars of one where it has no graphics card: what repeats is a tile of a plain gradient.
it('no sheet draws a repeating gradient', () => {
  expect(sheets.filter((sheet) => /repeating-(linear|radial|conic)-gradient/.test(readSheet(sheet)))).toEqual([])
})

/** The steps of the scale, in px. */
const scale = [...readSheet('styles/tokens.css').matchAll(/--(s-\d+): ([\d.]+)rem/g)].map(([, name, rem]) => ({
  name: name!,
  px: Number(rem) * 16,
}))
const smallest = scale[0]!.px

const side = '(?:-(?:block|inline|top|right|bottom|left)(?:-(?:start|end))?)?'
const position = `inset${side}|top|right|bottom|left`
const spacing = new RegExp(
  `(?<=[\\s;{])((?:scroll-)?(?:margin|padding)${side}|(?:row-|column-)?gap|${position})\\s*:\\s*([^;{}]+)`,
  'g',
)
/** A number and its unit; no digit within a name such as `--s-3`. */
const number = /(?<![\w.-])(-?(?:\d+\.?\d*|\.\d+))([a-z]+|%)?(?![\w-])/g

/** Whether a number in the value of a spacing property stands where (a step) should. */
function isRaw(property: string, value: string, amount: number, unit = ''): boolean {
  switch (unit) {
    // Whole multiples of a step only: a fraction is a raw value in disguise.
    case '':
      return !Number.isInteger(amount)
    // Thinner than the smallest step is no space but a line, or what is drawn with one.
    case 'px':
      return Math.abs(amount) >= smallest
    // What is set into a line of text keeps to the size of the text.
    case 'em':
      return /gap|scroll/.test(property)
    // What is drawn upon a thing keeps to the size of the thing.
    case '%':
      return !new RegExp(`^(?:${position})$`).test(property)
    // What grows with the window does so from one step to another.
    case 'vw':
    case 'cqi':
      return !value.includes('clamp(')
    default:
      return amount !== 0
  }
}

function nearest(px: number): string {
  const size = Math.abs(px)
  if (size < smallest / 2) return '0'
  const { name } = scale.reduce((best, step) => (Math.abs(step.px - size) < Math.abs(best.px - size) ? step : best))
  return px < 0 ? `calc(var(--${name}) * -1)` : `var(--${name})`
}

/** The declarations of a sheet's text with raw spacing: the line, what stands there, what should. */
function rawSpacing(css: string): string[] {
  const bare = css.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return [...bare.matchAll(spacing)].flatMap((declaration) => {
    const [, property = '', value = ''] = declaration
    const mended = value.replaceAll(number, (raw, amount, unit) => {
      if (!isRaw(property, value, Number(amount), unit)) return raw
      return unit === 'rem' || unit === 'px' ? nearest(Number(amount) * (unit === 'rem' ? 16 : 1)) : '(a step)'
    })
    if (mended === value) return []
    const line = bare.slice(0, declaration.index).split('\n').length
    return [`${line} ${property}: ${value.trim()} -> ${mended.trim()}`]
  })
}

/** The custom properties of a sheet's text that hold a raw length without a comment above that says what it measures. */
function unexplained(css: string): string[] {
  const lines = css.split('\n')
  const declared = (line?: string): string | undefined => line?.match(/^\s*(--[\w-]+):/)?.[1]
  const seen = new Set<string>()
  return lines.flatMap((line, index) => {
    const name = declared(line)
    if (!name || seen.has(name)) return []
    seen.add(name)
    let above = index - 1
    while (declared(lines[above])) above--
    const isLength = /[\d.](?:rem|px)\b/.test(line)
    return isLength && !lines[above]!.trim().endsWith('*/') ? [`${index + 1} ${line.trim()}`] : []
  })
}

describe('spacing comes from the scale of tokens.css', () => {
  const found = (inSheet: (css: string) => string[]): string[] =>
    sheets
      .filter((sheet) => sheet !== 'styles/tokens.css')
      .flatMap((sheet) => inSheet(readSheet(sheet)).map((what) => `web/${sheet}:${what}`))

  it('in every margin, padding, gap and position of every sheet', () => {
    expect(scale).toHaveLength(8)
    expect(found(rawSpacing)).toEqual([])
  })

  it('or from a property of the component that says what it measures', () => {
    expect(found(unexplained)).toEqual([])
  })

  it.each([
    ['padding: 0.72rem 0', 'var(--s-3) 0'],
    ['margin-block: -0.7rem', 'calc(var(--s-3) * -1)'],
    ['gap: 0.1rem', '0'],
    ['inset: auto 1rem 5px', 'auto var(--s-4) var(--s-1)'],
    ['scroll-margin-top: calc(var(--bar) + 3rem)', 'calc(var(--bar) + var(--s-7))'],
    ['column-gap: 0.5em', '(a step)'],
    ['top: calc(var(--s-2) * 1.5)', 'calc(var(--s-2) * (a step))'],
    ['padding: 5vw', '(a step)'],
  ])('a raw value is found: %s', (raw, mended) => {
    expect(rawSpacing(`a {\n  /* 1rem */ ${raw};\n}`)).toEqual([`2 ${raw} -> ${mended}`])
  })

  it.each([
    'padding: var(--s-3) 0',
    'margin: 0 auto calc(var(--s-2) * -1) -1px',
    'padding: clamp(var(--s-6), 5vw, var(--s-7)) var(--pad)',
    'margin-right: 0.3em',
    'inset: -0.06em -4% auto 0',
    'min-height: 2.75rem',
    'clip-path: inset(-4px 100% -4px 0)',
  ])('what is none is left alone: %s', (declaration) => {
    expect(rawSpacing(`a { ${declaration} }`)).toEqual([])
  })
})
