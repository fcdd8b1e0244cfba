import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

/** A ball thrown, at nine moments. */
const moments = times(9, (at) => {
  const t = (at - 4) / 4
  return [800 + t * 660, 168 + t * t * 730] as const
})

/** Physics as a throw. */
export const cover = html`
  <div class="at" style="inset:0;background:#2b35ff"></div>
  <svg class="at" style="left:0;top:0" width="1600" height="1000" viewBox="0 0 1600 1000" fill="none">
    <g stroke="#fff" opacity=".16" stroke-width="1.500">${times(26, (at) => `<path d="M${at * 64} 0v1000"/>`)}${times(16, (at) => `<path d="M0 ${at * 64 + 20}h1600"/>`)}</g>
    <path d="M800 198v160M800 730v168" stroke="#fff" stroke-width="2" stroke-dasharray="4 10"/>
    <path d="M60 898h1480" stroke="#fff" stroke-width="3"/>
    ${moments.map(([x, y], at) => (at === 4 ? `<circle cx="${x}" cy="${y}" r="30" fill="#d8ff3e"/><path d="M${x + 30} ${y}h150m-22-14 22 14-22 14" stroke="#d8ff3e" stroke-width="5"/>` : `<circle cx="${x}" cy="${y}" r="22" fill="#2b35ff" stroke="#fff" stroke-width="4"/>`))}
  </svg>
  <div style="color:#fff">
    <p class="at wide" style="left:72px;top:58px;font-size:42px">DHRUVA</p><p class="at" style="left:72px;top:112px;font-size:32px">Physics, Kota</p>
    <p class="at formula" style="left:1006px;top:114px;font-size:46px;color:#d8ff3e"><i>u</i> cos <i>θ</i></p>
    <h1 class="at" style="left:434px;top:372px;font-size:104px;width:760px">Every doubt,<br>answered<br>by nine.</h1>
    <p class="at" style="left:72px;bottom:34px;font-size:31px">Batch of 1 December</p><p class="at" style="right:72px;bottom:34px;font-size:31px">Sit the free test, marked at once</p>
  </div>`
