import { html } from '#infra/tools/pictures/picture.ts'
import { teeth } from './teeth.ts'

/** Thirty-two teeth, and the price of one. */
export const cover = html`
  <div class="at" style="left:0;top:0;width:734px;height:1000px;background:#0b3fae"></div>
  <div style="color:#e3f0fb">
    <p class="at" style="left:72px;top:64px;font-size:37px;font-weight:600">Dr Sharma Dental</p>
    <h1 class="at" style="left:66px;top:248px;font-size:120px">The price<br>first. Then<br>the chair.</h1>
    <p class="at" style="left:72px;top:668px;font-size:33px;font-weight:300">A chair is free at 4:30 today.</p>
    <b class="at" style="left:72px;top:736px;background:#ff6a55;color:#0a1f52;font-size:34px;line-height:98px;padding:0 46px">Keep 4:30 for me</b>
    <p class="at" style="left:72px;bottom:54px;font-size:30px;font-weight:300">Vijay Nagar, Indore</p>
  </div>
  <svg class="at" style="left:734px;top:0" width="866" height="1000" viewBox="-225 -275 450 550" preserveAspectRatio="xMidYMid meet">${teeth(26)}
    <path d="M106-119C88-84 60-66 2-60" fill="none" stroke="#d63a24" stroke-width="1.600"/>
    <g text-anchor="middle" fill="#0b3fae"><text y="-28" font-size="19" font-weight="600" fill="#d63a24">26, a filling</text><text y="12" font-size="36" font-weight="300" letter-spacing="-1">₹2,400</text><text y="40" font-size="17">forty minutes</text></g>
  </svg>`
