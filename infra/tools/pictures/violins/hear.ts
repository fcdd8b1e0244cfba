import { numbers, times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { violin } from './violin.ts'

/** Number, who has it, the tone, and the seed of its eight bars. */
const instruments: readonly (readonly [string, string, string, string])[] = [
  ['408', 'Warm, a little shy', 'Chennai', '#c4692a'],
  ['409', 'Bright, carries far', 'Mysuru', '#a8481a'],
  ['410', 'Dark, like a viola', 'Zürich', '#6e2a10'],
  ['411', 'Even on all four', 'Kochi', '#95401a'],
]

/** The loudness of the same eight bars: one tune, in the hand of each instrument. */
const wave = (seed: number, colour: string, played: number) => {
  const random = numbers(seed)
  return times(128, (at) => {
    const phrase = Math.abs(Math.sin((at / 128) * Math.PI * 8)) * 0.62 + Math.sin((at / 128) * Math.PI) * 0.38
    const height = 8 + phrase * 70 * (0.72 + random() * 0.4)
    return `<path d="M${at * 7 + 3} ${50 - height / 2}v${height.toFixed(1)}" stroke="${colour}" stroke-width="4" opacity="${at / 128 < played ? 1 : 0.34}"/>`
  })
}

const row = ([number, tone, town, varnish]: (typeof instruments)[number], index: number) => html`
  <li style="display:grid;grid-template-columns:84px 220px 1fr;align-items:center;height:128px;border-top:1.500px solid #c9a878">
    <svg width="60" height="112" viewBox="-110 -264 220 640">${violin(varnish)}</svg>
    <p style="line-height:1.22"><span style="font-size:44px">${number}</span><br><i style="font-size:23px">${tone}</i></p>
    <div style="display:grid;grid-template-columns:1fr auto;align-items:center;gap:30px"><svg width="1010" height="100" viewBox="0 0 900 100" preserveAspectRatio="none">${wave(index * 11 + 3, index === 2 ? '#a8330f' : varnish, index === 2 ? 0.56 : 1)}${index === 2 && '<path d="M504 0v100" stroke="#a8330f" stroke-width="3"/>'}</svg><span style="font-size:23px;width:110px">${index === 2 ? '<b style="color:#a8330f">playing</b>' : town}</span></div>
  </li>`

/** Eight bars of a varnam on a staff of five lines. */
const notes = [5, 4, 3, 1, 2, 3, 5, 6, 4, 3, 1, 0, 2, 1, 3, 4, 5, 6, 7, 5, 4, 2, 1, 3, 2, 4, 3, 1, 0, 1, 2, 0]
const staff = html`
  <svg width="1152" height="135" viewBox="0 0 1176 138" fill="none" stroke="#2a0f06">
    ${times(5, (at) => `<path d="M0 ${40 + at * 15}h1176" stroke-width="1.400"/>`)}${times(9, (bar) => `<path d="M${bar === 8 ? 1174 : 60 + bar * 139} 40v60" stroke-width="2"/>`)}
    <path d="M22 122c-14 2-18-12-8-16 10-2 14 8 10 20M24 112 18 22c0-18 16-22 14-4-2 22-30 30-30 56 0 30 42 26 40 4-2-16-26-16-26 0" stroke-width="3"/>
    ${notes.map((step, at) => {
      const [x, y] = [86 + Math.floor(at / 4) * 139 + (at % 4) * 31, 106 - step * 7.5]
      return `<g stroke-width="2.500"><ellipse cx="${x}" cy="${y}" rx="9" ry="6.500" transform="rotate(-20 ${x} ${y})" fill="#2a0f06"/><path d="M${x + 8} ${y - 2}v-40"/></g>`
    })}
  </svg>`

const log = html`
  <svg width="96" height="96" viewBox="-95 -95 190 190" fill="none"><circle r="92" fill="#e6c796" stroke="#5a2a12" stroke-width="6"/>${times(17, (at) => `<circle cx="${at * 0.5}" cy="${at * -0.35}" r="${6 + at * 4.9}" stroke="#a56d35" stroke-width="${at % 4 ? 1.5 : 3}"/>`)}<path d="M0 0 64-64" stroke="#a8330f" stroke-width="3"/></svg>`

/** Four violins, the same eight bars, and the wood they are of. */
export const hear = html`
  <p class="at" style="left:72px;top:50px;font-size:34px;font-style:italic">Sundaram</p><p class="at" style="right:72px;top:54px;font-size:25px">The bench&emsp;The list&emsp;Repairs&emsp;<span lang="ta">தமிழ்</span></p>
  <h1 class="at" style="left:68px;top:112px;font-size:88px">The same eight bars, <i>four voices.</i></h1>
  <i data-point="a" style="left:180px;top:272px"></i>
  <div class="at" style="left:376px;top:218px">${staff}</div>
  <p class="at" style="left:72px;top:284px;font-size:25px;line-height:1.3"><i>Varnam in Mohanam,<br>eight bars</i></p>
  <ol class="at" style="left:72px;top:366px;width:1456px;border-bottom:1.500px solid #c9a878">${instruments.map(row)}</ol>
  <i data-point="d" style="left:60px;top:904px"></i>
  <div class="at" style="left:0;right:0;top:882px;height:118px;background:#2a0f06"></div>
  <div class="at" style="left:72px;top:878px;width:1456px;color:#f4e9d4;display:grid;grid-template-columns:330px 1fr 1.15fr 1fr;align-items:center;height:122px;font-size:24px;line-height:1.35">
    <span style="display:flex;align-items:center;gap:20px;font-size:30px;font-style:italic;line-height:1.1">${log}The wood<br>of 410</span><p><b>Belly</b>&ensp;Deodar, Chail,<br>felled in 1961</p><p><b>Back</b>&ensp;Jackfruit, Kumbakonam,<br>a tree of 140 rings</p><p><b>Fingerboard</b>&ensp;Rosewood,<br>from a door of 1904</p></div>`
