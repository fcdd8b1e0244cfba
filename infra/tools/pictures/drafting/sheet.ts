import { html } from '#infra/tools/pictures/picture.ts'
import type { DraftedPage, Words } from './page.ts'

/**
 * When the film of a page has what, in seconds: its guides, all of it in pencil, in ink and in colour; `finished` is when
 * its day ends, and at `putAway` a blank sheet begins to cover it. `poster` is the moment of the still picture.
 */
export const drafting = {
  seconds: 14,
  ...{ guides: 1.2, pencil: 4.2, poster: 8.96, ink: 7.58, colour: 10.4 },
  ...{ finished: 11.6, putAway: 12.7 },
} as const

/** When each part is drawn, in seconds. */
const parts = {
  guides: [0.2, drafting.guides],
  pencil: [1.1, drafting.pencil],
  ink: [drafting.pencil, 7.55],
  colour: [7.6, drafting.colour],
} as const

/** The moment at which the `index`th of `count` strokes begins, and at which it ends: the next begins before that. */
const during = ([from, to]: readonly [number, number], index: number, count: number) => {
  const step = (to - from) / (count + 2)
  return `data-from="${(from + step * index).toFixed(3)}" data-to="${(from + step * (index + 3)).toFixed(3)}"`
}
/** Words are drawn first, then the picture, as a page is made; in the sheet the words lie on top. */
const drawn = ({ shapes, words }: DraftedPage, tool: 'pencil' | 'ink') => {
  const count = shapes.length + words.length
  return shapes
    .map(({ d, fill, at = '' }, index) => {
      const when = during(parts[tool], words.length + index, count)
      return html`<path class="stroke ${tool}" data-pen="${tool}" pathLength="1" d="${d}" transform="${at}" ${when} ${fill ? 'data-closes="1"' : 'style="fill:none"'}/>`
    })
    .concat(words.map(wordsBy(tool, count)))
}

const wordsBy =
  (tool: 'pencil' | 'ink', count: number) =>
  ({ text, x, y, size, face, style = '', width }: Words, index: number) => {
    const when = during(parts[tool], index, count)
    const id = `${tool}-${index}`
    return html`<clipPath id="${id}"><rect class="reveal" data-pen="${tool}" x="${x - 12}" y="${y - size}" width="${width}" height="${size * 1.4}" ${when}/></clipPath>
      <text class="${tool} ${face}" clip-path="url(#${id})" x="${x}" y="${y}" font-size="${size}" style="${style}">${text}</text>`
  }

const coloured = ({
  sky,
  shapes,
  words,
}: DraftedPage) => html`<path d="M0 0h1040v650H0z" fill="${sky}"/>${shapes.map(({ d, fill, stays, thick, at = '' }) => html`<path d="${d}" transform="${at}" fill="${fill ?? 'none'}" stroke="${stays ?? 'none'}" stroke-width="${thick ?? 1.5}" stroke-linecap="round"/>`)}
  ${words.map(({ text, x, y, size, face, style = '', colour }) => html`<text class="${face}" x="${x}" y="${y}" font-size="${size}" fill="${colour}" style="${style}">${text}</text>`)}`

/** The pencil and the pen, their points at (0, 0). */
const tools = html`
  <g class="tool" id="pencil" opacity="0"><path d="M0 0 10-30 22-24Z" fill="#e8cf9f"/><path d="M0 0 4-11 8-9Z" fill="#4d4842"/><path d="M10-30 76-176 88-170 22-24Z" fill="#cc2808"/><path d="M16-27 82-173" stroke="#fbf9f3" stroke-width="2" opacity=".5"/></g>
  <g class="tool" id="ink" opacity="0"><path d="M0 0 15-47 29-40 33-31ZM15-47 82-196 122-178 33-31Z" fill="#191511"/><path d="M0 0 23-40" stroke="#fbf9f3" stroke-width="1.500"/><circle cx="22" cy="-39" r="3" fill="#fbf9f3"/></g>`

/** All that is drawn in the course of a page; `drawFrame` shows a moment of it. */
export const sheetOf = (page: DraftedPage) => html`<svg viewBox="0 0 1040 650">
    <clipPath id="wash"><path id="brush" data-from="${parts.colour[0]}" data-to="${parts.colour[1]}" d="M-1300-20H0c26 30-14 52 10 88s-24 50 2 90 20 44-8 84 30 50 6 92-16 48 12 90-28 52 0 96 10 50-16 150H-1300Z"/></clipPath>
    <g id="guides">${page.guides.map((d, index) => html`<path class="stroke guide" pathLength="1" d="${d}" ${during(parts.guides, index, page.guides.length)}/>`)}
      <text class="serif note" x="800" y="16" font-size="15" data-from="2" data-to="2.200">2 cols</text></g>
    <g id="pencils">${drawn(page, 'pencil')}</g><g id="inks">${drawn(page, 'ink')}</g><g clip-path="url(#wash)">${coloured(page)}</g>${tools}
    <g id="fresh"><path d="M0 0h1060v650H0z" fill="#fbf9f3"/><path d="M0 0v650" stroke="#cfc8b8" stroke-width="2"/></g>
  </svg>`
