import { line } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { beam } from './beam.ts'
import { rates } from './rates.ts'

/** Today's rate beside the section of a beam. */
export const cover = html`
  <div class="at" style="left:850px;top:0;width:750px;height:1000px;background:#ff4a12"></div>
  <svg class="at" style="left:962px;top:120px" width="560" height="790" viewBox="-20 -24 400 580">${beam('#0d0d0d')}</svg>
  <p class="at wide" style="left:62px;top:54px;font-size:64px;font-weight:800">BHANDARI STEEL</p>
  <p class="at" style="left:64px;top:138px;font-size:31px">Ludhiana, rolled since 1968</p>
  <h1 class="at" style="left:52px;top:318px;font-size:296px;letter-spacing:-.03em;color:#ff4a12">54,230</h1>
  <p class="at wide" style="left:62px;top:648px;font-size:71px;font-weight:800;letter-spacing:.005em">RUPEES A TONNE, ISMB 200</p>
  <p class="at" style="left:64px;top:744px;font-size:31px">Fixed at 11:00, good until 18:00</p>
  <svg class="at" style="left:64px;top:820px" width="700" height="130" viewBox="0 0 700 130"><path d="M0 2h700" stroke="#ff4a12" stroke-width="3"/>
    <path d="${line(rates.map((rate, day) => [(day * 696) / 11, 124 - (rate - 53_300) / 10] as const))}" fill="none" stroke="#ff4a12" stroke-width="6" stroke-linejoin="round"/></svg>`
