// npm run fonts: cuts the faces of the site out of their packages into web/styles/faces. What is cut is committed: it only
// changes with the packages, and with what is asked for here.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

/** The characters of nearly every page: ASCII, and the punctuation of good prose. */
const core = `${range(0x20, 0x7e)}\u00a0£©«°·»×é–—‘’“”…•−€`
/** The rest of Latin-1: names from Goa to Göteborg. */
const latin1 = [...range(0xa1, 0xff)].filter((letter) => !core.includes(letter)).join('')

// Two cuts of the serif, each at one optical size, so that neither carries the outlines between them: what is set lighter
// than 400 is a headline.
const cuts = [
  { cut: '', axes: { wght: 400, opsz: 18 } },
  { cut: '-display', axes: { wght: 345, opsz: 56 } },
]
const sans = { wght: { min: 400, max: 700 } }

const newsreader = (name: string, of: string) =>
  cuts.flatMap(({ cut, axes }) => [
    { name: `newsreader-${name}${cut}`, of: `newsreader/files/newsreader-latin-opsz-${of}`, text: core, axes },
    { name: `newsreader-${name}${cut}-latin1`, of: `newsreader/files/newsreader-latin-opsz-${of}`, text: latin1, axes },
    { name: `newsreader-${name}${cut}-rupee`, of: `newsreader/files/newsreader-latin-ext-opsz-${of}`, text: '₹', axes },
  ])

const faces = [
  ...newsreader('roman', 'normal'),
  ...newsreader('italic', 'italic'),
  {
    name: 'instrument-sans',
    of: 'instrument-sans/files/instrument-sans-latin-wght-normal',
    text: core + latin1,
    axes: sans,
  },
]

for (const { name, of, text, axes } of faces) {
  const font = await readFile(new URL(`../../../node_modules/@fontsource-variable/${of}.woff2`, import.meta.url))
  const face = await subsetFont(font, text, { targetFormat: 'woff2', variationAxes: axes })
  await writeFile(new URL(`../../../web/styles/faces/${name}.woff2`, import.meta.url), face)
  console.log(`${name}  ${(face.length / 1000).toFixed(1)} kB`)
}
