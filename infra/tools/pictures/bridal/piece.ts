import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { medallion } from './medallion.ts'

/** A few threads as they look under the glass: each stitch a bead with its light. */
const threads = times(9, (row) =>
  times(7, (at) => {
    const x = -190 + at * 62 + (row % 2) * 31
    const y = -170 + row * 44
    return `<g transform="translate(${x} ${y}) rotate(${-22 + ((at * 7 + row * 5) % 9) * 2})"><rect x="-27" y="-10" width="54" height="20" rx="10" fill="#f3d9bd"/><path d="M-20-3C-8-7 8-7 20-3M-22 4C-8 1 8 1 22 4" stroke="#c99a72" stroke-width="2.500" fill="none"/><path d="M-18-6C-6-9 6-9 18-6" stroke="#fffaf2" stroke-width="3" fill="none"/></g>`
  }),
)

const cloth = html`
  <svg class="at" style="left:0;top:0" width="860" height="1000" viewBox="0 0 860 1000">
    <path d="M0 0h860v1000H0z" fill="#6b0a34"/>
    <g opacity=".5" stroke="#540626" stroke-width="2">${times(60, (at) => `<path d="M0 ${at * 17}h860"/>`)}</g>
    <g transform="translate(300 560) scale(1.5)">${medallion('#fff0e0', '#f0b64a', 5)}</g>
    <clipPath id="glass"><circle cx="574" cy="330" r="214"/></clipPath>
    <circle cx="574" cy="330" r="214" fill="#8d1146"/>
    <g clip-path="url(#glass)"><g stroke="#7a0c3b" stroke-width="5">${times(26, (at) => `<path d="M350 ${110 + at * 18}h450"/>`)}</g><g transform="translate(574 330) rotate(-14) scale(1.1)">${threads}</g>
      <path d="M574 540C500 470 440 330 574 120" fill="none" stroke="#f0b64a" stroke-width="22" stroke-dasharray="2 36" stroke-linecap="round"/></g>
    <circle cx="574" cy="330" r="214" fill="none" stroke="#fff0e0" stroke-width="9"/><path d="M425 482 300 606" stroke="#fff0e0" stroke-width="16" stroke-linecap="round"/>
  </svg>
  <i data-point="a" style="left:356px;top:330px"></i>
  <p class="at" style="left:0;bottom:0;padding:18px 40px 20px 56px;background:#6b0a34;color:#fff0e0;font-size:25px"><i>Bakhiya, at twelve times its size</i></p>`

const day = (name: string, date: string, time: string, isTaken: boolean) => html`
  <p style="flex:1;text-align:center;padding:14px 0 12px;line-height:1.25;font-size:24px;${isTaken ? 'background:#d4145a;color:#fff0e0' : 'box-shadow:inset 0 0 0 2px #d9a0b8'}">${name}<br><b class="bold" style="font-size:38px">${date}</b><br>${time}</p>`

/** The page of one piece. */
export const piece = html`${cloth}
  <div class="at" style="left:928px;top:48px;width:604px">
    <p style="display:flex;justify-content:space-between;align-items:baseline;font-size:24px"><b class="bold" style="font-size:42px;color:#d4145a" lang="hi">ज़ोया</b><span>Forty pieces</span><span>The workshop</span><span>Fittings</span></p>
    <p style="font-size:26px;margin-top:36px;color:#a31049"><i>Piece twenty-three of forty</i></p>
    <h1 style="font-size:124px;letter-spacing:-.02em;margin:0 0 0 -5px">Gulmohar</h1>
    <p style="font-size:29px;line-height:1.38;margin-top:12px">A lehenga in rani silk, worked in ivory thread from the waist to the hem.</p>
    <div style="position:relative;display:grid;grid-template-columns:auto 1fr;gap:0 28px;border-top:3px solid #4a0a2a;border-bottom:3px solid #4a0a2a;margin-top:34px;padding:24px 0 20px">
      <p class="bold" style="font-size:54px;line-height:1.4">₹1,84,000</p>
      <p style="font-size:25px;line-height:1.35;white-space:nowrap">Stitched by <b class="bold" style="font-size:29px;color:#d4145a">Rukhsana Bano</b><br>in eleven weeks, 412 hours</p>
      <i data-point="b" style="left:-24px;top:66px"></i>
    </div>
    <div style="position:relative;margin-top:34px"><h2 style="font-size:40px">Try it on, in Hazratganj</h2><i data-point="c" style="left:-24px;top:22px"></i>
      <div style="display:flex;gap:14px;margin-top:20px">${day('Thursday', '19/11', '4 pm', false)}${day('Saturday', '21/11', '11 am', true)}${day('Sunday', '22/11', '2 pm', false)}</div>
      <p class="bold" style="background:#4a0a2a;color:#fff0e0;font-size:34px;text-align:center;line-height:84px;margin-top:18px">Ask for Saturday at eleven</p>
      <p style="font-size:24px;margin-top:14px"><i>Bring the shoes. Zoya brings the pins.</i></p>
    </div>
  </div>`
