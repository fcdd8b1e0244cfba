import { circle, type DraftedPage, guidesAt, heading } from '#infra/tools/pictures/drafting/page.ts'

const paint = {
  paper: '#f8dfb2',
  sun: '#f0a24a',
  far: '#cfae62',
  middle: '#8d8c42',
  near: '#34502a',
  stem: '#4a3320',
  leaf: '#55803d',
  shade: '#376330',
  cherry: '#c8321f',
  dark: '#9c2318',
  text: '#2b1a10',
}

const outline = 'M0 0C16-34 62-52 128-40 104-2 60 22 0 0Z'
const veins = 'M2-1C40-18 80-30 122-38M34-13C44-22 52-34 56-44M62-23C70-30 78-36 82-45M44-17C56-12 66-8 74 2'

const leaves: readonly (readonly [at: string, fill: string])[] = [
  ['translate(934 150) rotate(-18) scale(1.05)', paint.leaf],
  ['translate(900 164) rotate(96) scale(.95)', paint.shade],
  ['translate(838 206) rotate(-62)', paint.shade],
  ['translate(826 218) rotate(128)', paint.leaf],
  ['translate(782 268) rotate(6) scale(1.1)', paint.leaf],
  ['translate(756 304) rotate(168) scale(1.05)', paint.shade],
  ['translate(720 360) rotate(32) scale(.95)', paint.shade],
  ['translate(694 410) rotate(116) scale(.9)', paint.leaf],
]

const cherries: readonly (readonly [x: number, y: number, r: number])[] = [
  [836, 230, 17],
  [866, 212, 18],
  [848, 197, 15],
  [772, 302, 18],
  [744, 325, 16],
  [762, 280, 16],
  [790, 280, 14],
  [708, 394, 16],
  [684, 377, 14],
  [922, 166, 15],
  [946, 146, 13],
]

const shapes: DraftedPage['shapes'] = [
  { d: circle(694, 360, 104), fill: paint.sun },
  { d: 'M0 546C120 506 230 520 340 488S520 384 640 414 860 372 1040 408V650H0Z', fill: paint.far },
  { d: 'M0 568C150 514 280 544 420 506S690 468 800 496 960 464 1040 480V650H0Z', fill: paint.middle },
  { d: 'M0 612C180 580 330 602 520 570S860 550 1040 576V650H0Z', fill: paint.near },
  ...['M640 606c60-14 120-22 190-25', 'M600 626c90-20 190-30 300-31', 'M720 566c40-8 90-14 150-14'].map((d) => ({
    d,
    stays: '#fff6dd',
  })),
  { d: 'M1040 102C960 118 890 150 826 208S720 340 690 416', stays: paint.stem, thick: 4 },
  ...leaves.flatMap(([at, fill]) => [
    { d: outline, fill, at },
    { d: veins, stays: '#f8dfb2', at },
  ]),
  ...cherries.map(([x, y, r], index) => ({ d: circle(x, y, r), fill: index % 3 === 1 ? paint.dark : paint.cherry })),
  { d: 'M46 540h208v54H46Z', fill: paint.text },
]

const words: DraftedPage['words'] = [
  {
    text: 'Kaveri Estate',
    x: 44,
    y: 60,
    size: 26,
    face: 'serif',
    style: 'font-style:italic',
    colour: paint.text,
    width: 160,
  },
  { text: 'Coffee', x: 456, y: 59, size: 16, face: 'sans', colour: paint.text, width: 80 },
  { text: 'The estate', x: 540, y: 59, size: 16, face: 'sans', colour: paint.text, width: 90 },
  { text: 'Visit', x: 654, y: 59, size: 16, face: 'sans', colour: paint.text, width: 50 },
  ...heading(['Coffee', 'with a', 'surname.'], paint.text),
  {
    text: 'Every bag names the picker, the slope',
    x: 46,
    y: 454,
    size: 17,
    face: 'sans',
    colour: paint.text,
    width: 320,
  },
  { text: 'and the morning it was dried.', x: 46, y: 478, size: 17, face: 'sans', colour: paint.text, width: 260 },
  {
    text: 'Buy 250 g, ₹620',
    x: 74,
    y: 573,
    size: 17,
    face: 'sans',
    style: 'font-weight:600',
    colour: '#f8dfb2',
    width: 160,
  },
]

/** The home page of a coffee estate, of which the film of the landing page is. */
export const estatePage: DraftedPage = {
  sky: paint.paper,
  shapes,
  words,
  guides: guidesAt([60, 204, 308, 412, 478, 594]),
}
