// npm run fonts: cuts the faces of the site out of their packages into web/styles/faces. What is cut is committed: it only
// changes with the packages, and with what is asked for here.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

/** What nearly every page is written in: ASCII, and the punctuation of good prose. */
const core = `${range(0x20, 0x7e)}\u00a0£©«°·»×é–—‘’“”…•−€`
/** The rest of Latin-1: names from Goa to Göteborg. */
const latin1 = [...range(0xa1, 0xff)].filter((letter) => !core.includes(letter)).join('')

// The weights that the style sheets ask for; the optical sizes are all kept: without them the large sentence is set in
// the text cut.
const serif = { wght: { min: 300, max: 400 } }
const sans = { wght: { min: 400, max: 700 } }

const faces = [
  { name: 'newsreader-roman', of: 'newsreader/files/newsreader-latin-opsz-normal', text: core, axes: serif },
  { name: 'newsreader-italic', of: 'newsreader/files/newsreader-latin-opsz-italic', text: core, axes: serif },
  { name: 'newsreader-roman-latin1', of: 'newsreader/files/newsreader-latin-opsz-normal', text: latin1, axes: serif },
  { name: 'newsreader-italic-latin1', of: 'newsreader/files/newsreader-latin-opsz-italic', text: latin1, axes: serif },
  { name: 'newsreader-roman-rupee', of: 'newsreader/files/newsreader-latin-ext-opsz-normal', text: '₹' },
  { name: 'newsreader-italic-rupee', of: 'newsreader/files/newsreader-latin-ext-opsz-italic', text: '₹' },
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
