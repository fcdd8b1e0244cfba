import { circle, type DraftedPage, guidesAt, heading } from '#infra/tools/pictures/drafting/page.ts'

const paint = {
  dawn: '#f3d5c0',
  sun: '#f7b27a',
  snow: '#fdf7ef',
  cold: '#c2cedb',
  far: '#8fabba',
  middle: '#44707f',
  near: '#1c403c',
  pine: '#122c29',
  wall: '#f7ede0',
  roof: '#b5442e',
  lamp: '#f0b45a',
  text: '#16304a',
}

/** The massif, so many pixels higher than it was drawn first. */
const mountain = (rise: number) => {
  const [a, b, c, d] = [312 - rise, 214 - rise * 1.4, 240 - rise * 1.2, 322 - rise]
  const x = (at: number) => Math.round(1040 - (1040 - at) * 0.76)
  return [
    {
      d: `M${x(300)} 520L${x(470)} 400 ${x(520)} ${a} ${x(590)} ${a + 34} ${x(708)} ${b} ${x(762)} ${b + 52} ${x(812)} ${c} ${x(900)} ${d} ${x(960)} ${d - 26} 1040 ${d + 40}V650H${x(300)}Z`,
      fill: paint.snow,
    },
    {
      d: `M${x(708)} ${b}L${x(692)} ${b + 92} ${x(738)} ${b + 130} ${x(700)} ${b + 210} ${x(790)} ${b + 250} ${x(860)} ${c + 190} ${x(846)} ${c + 96} ${x(812)} ${c} ${x(762)} ${b + 52}Z`,
      fill: paint.cold,
    },
    {
      d: `M${x(520)} ${a}L${x(508)} ${a + 62} ${x(546)} ${a + 96} ${x(530)} ${a + 160} ${x(600)} ${a + 150} ${x(590)} ${a + 34}Z`,
      fill: paint.cold,
    },
  ]
}

const pine = (x: number, y: number, size: number) => ({
  d: `M${x} ${y}l${size * 0.42}-${size} ${size * 0.42} ${size}Z`,
  fill: paint.pine,
})

/** Prayer flags between the roof and a pole: a cord, and a square at each of its places. */
const flags = [0, 1, 2, 3, 4, 5].map((at) => {
  const [x, y] = [792 + at * 27, 500 + Math.sin((at + 0.6) / 2) * 18]
  return {
    d: `M${x} ${y}h18v16h-18Z`,
    fill: ['#3d6fb0', paint.snow, paint.roof, '#3f8a5a', paint.lamp, '#3d6fb0'][at]!,
  }
})

const shapes = (rise: number): DraftedPage['shapes'] => [
  { d: circle(936, 214 - rise, 56), fill: paint.sun },
  ...mountain(rise),
  { d: 'M0 556C140 512 260 530 400 478S640 424 780 458 960 428 1040 450V650H0Z', fill: paint.far },
  { d: 'M0 582C160 540 300 566 450 532S700 492 840 520 980 500 1040 508V650H0Z', fill: paint.middle },
  { d: 'M0 620C180 588 340 612 530 582S860 560 1040 582V650H0Z', fill: paint.near },
  { d: 'M660 528h128v58H660Z', fill: paint.wall },
  { d: 'M640 532L724 484 808 532Z', fill: paint.roof },
  { d: 'M712 552h24v34h-24Z', fill: paint.text },
  { d: 'M676 544h20v18h-20Z', fill: paint.lamp },
  { d: 'M752 544h20v18h-20Z', fill: paint.lamp },
  { d: 'M724 484C800 524 880 540 962 492', stays: paint.text },
  { d: 'M962 480v106', stays: paint.text, thick: 3 },
  ...flags,
  ...[pine(560, 604, 66), pine(588, 610, 84), pine(986, 598, 74), pine(1008, 604, 92)],
  { d: 'M46 540h208v54H46Z', fill: paint.text },
]

const line = (text: string, x: number, y: number, width: number, more: object = {}) => ({
  text,
  x,
  y,
  size: 17,
  face: 'sans',
  colour: paint.text,
  width,
  ...more,
})

/** The home page of a homestay, as the demo's agency draws it for its client. `rise`: how much higher the mountain is. */
export const homestayPage = (rise: number): DraftedPage => ({
  sky: paint.dawn,
  shapes: shapes(rise),
  words: [
    line('Kanchen Homestay', 44, 60, 230, { size: 26, face: 'serif', style: 'font-style:italic' }),
    line('Rooms', 456, 59, 70, { size: 16 }),
    line('The terrace', 534, 59, 110, { size: 16 }),
    line('Reach us', 654, 59, 90, { size: 16 }),
    ...heading(['The view', 'comes with', 'breakfast.'], paint.text),
    line('Five rooms above Kalimpong. The mountain', 46, 454, 360),
    line('shows itself when it wishes.', 46, 478, 280),
    line('Ask for a room', 90, 573, 170, { style: 'font-weight:600', colour: paint.wall }),
  ],
  guides: guidesAt([60, 204, 308, 412, 478, 594]),
})
