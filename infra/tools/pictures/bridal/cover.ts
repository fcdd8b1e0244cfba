import { html } from '#infra/tools/pictures/picture.ts'
import { medallion } from './medallion.ts'

/** A medallion of chikan stitches on rani pink, and the name. */
export const cover = html`
  <div class="at" style="inset:0;background:#d4145a"></div>
  <svg class="at" style="left:0;top:0" width="1600" height="1000" viewBox="0 0 1600 1000"><g transform="translate(1156 500) scale(1.6)">${medallion('#fff0e0', '#f0b64a', 5)}</g>
    <path d="M0 0H560c46 60-30 120 10 190s-34 130 6 200-36 130 0 200-34 130 4 200-40 140-16 210H0Z" fill="#6b0a34"/>
    <path d="M560 0c46 60-30 120 10 190s-34 130 6 200-36 130 0 200-34 130 4 200-40 140-16 210" fill="none" stroke="#f0b64a" stroke-width="5" stroke-dasharray="2 13" stroke-linecap="round"/></svg>
  <div style="color:#fff0e0">
    <p class="at bold" style="left:72px;top:58px;font-size:36px;color:#f0b64a">Zoya, Lucknow</p>
    <h1 class="at" lang="hi" style="left:62px;top:300px;font-size:244px;line-height:1.15">ज़ोया</h1>
    <p class="at bold" style="left:72px;top:640px;font-size:56px;line-height:1.12">Eleven weeks<br>of needle,<br>one evening.</p>
    <p class="at bold" style="left:72px;bottom:60px;font-size:36px;color:#f0b64a;border-bottom:4px solid #f0b64a">Book a fitting</p>
  </div>`
