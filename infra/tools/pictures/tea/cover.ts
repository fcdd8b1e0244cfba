import { html } from '#infra/tools/pictures/picture.ts'
import { terraces } from './terraces.ts'

const picker = (x: number, y: number, sari: string) => html`
  <g transform="translate(${x} ${y}) scale(1.7)">
    <path d="M0-2c-17 0-22 20-23 58h46c-1-38-6-58-23-58Z" fill="${sari}"/>
    <path d="M-14-4c-2-26 30-26 28 0l-3 12h-22Z" fill="${sari}"/><circle cy="-9" r="9" fill="#5a3020"/>
    <path d="M-9-12c3-6 15-6 18 0-6-3-12-3-18 0Z" fill="#2a120b"/>
    <path d="M21 8c17 2 21 24 16 44H21Z" fill="#e9c98a"/><path d="M22 18l14 2M22 29l16 1M22 40l16 0" stroke="#b98d4a" stroke-width="2"/>
  </g>`

/** Three sisters on the hill. */
export const cover = html`
  <svg class="fill" viewBox="0 0 1600 1000">
    <circle cx="1256" cy="372" r="166" fill="#d8452b"/>
    ${terraces({ width: 1600, top: 560, bottom: 900, rows: 12, from: '#b9cfa0', to: '#12392f', bush: 30 })}
    ${picker(560, 716, '#d8452b')}${picker(690, 738, '#f2b79b')}${picker(836, 742, '#e9a33b')}
    ${terraces({ width: 1600, top: 800, bottom: 930, rows: 4, from: '#1c4a39', to: '#0d2f26', bush: 44, phase: 2 })}
  </svg>
  <div class="bar" style="font-size:34px"><span lang="ta" style="font-size:46px;font-weight:600">நீலகிரி</span><span class="push">Teas</span><span>The hill</span><span>Post</span></div>
  <h1 style="position:absolute;left:66px;top:150px;font-size:152px;line-height:.93;letter-spacing:-.045em">Three sisters,<br>one hill.</h1>
  <p style="position:absolute;left:72px;bottom:50px;color:#f5e8c8;font-size:36px">Frost tea, picked 11 January, ₹650</p>`
