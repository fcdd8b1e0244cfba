import { html } from '#infra/tools/pictures/picture.ts'
import { grain, soundHole } from './violin.ts'

const edge = (d: string) => html`<path d="${d}-80H-20Z" fill="#170904"/>`

/** The varnished belly of a violin. */
export const cover = html`
  <svg class="at" style="left:0;top:0" width="1600" height="1000" viewBox="0 5 880 550" preserveAspectRatio="xMidYMid slice">
    <path d="M0 0h880v560H0z" fill="#a0491a"/>${grain(880, 560, '#3a1405', 7)}
    <g transform="translate(40 -40)">${edge('M-60-76C160 10 300 96 430 96S700 30 900-40V')}<path d="M-60-60C160 24 300 110 430 110S700 44 900-26" fill="none" stroke="#170904" stroke-width="2"/><path d="M-60-54C160 30 300 116 430 116S700 50 900-20" fill="none" stroke="#e9b56a" stroke-width="1.400" opacity=".7"/></g>
    <g transform="translate(40 42)"><path d="M-60 634C160 550 300 470 430 470S700 530 900 606V640H-60Z" fill="#170904"/><path d="M-60 618C160 536 300 456 430 456S700 516 900 592" fill="none" stroke="#170904" stroke-width="2"/><path d="M-60 612C160 530 300 450 430 450S700 510 900 586" fill="none" stroke="#e9b56a" stroke-width="1.400" opacity=".7"/></g>
    <g fill="#120603"><path transform="translate(812 128) rotate(82) scale(.92 1.06)" d="${soundHole}"/><path transform="translate(812 438) rotate(98) scale(-.92 1.06)" d="${soundHole}"/></g>
    <g stroke="#f3dcb0"><path d="M-10 258.600 890 269.100" stroke-width="1.400"/><path d="M-10 274.900 890 278.400" stroke-width="1.900"/><path d="M-10 291.100 890 287.600" stroke-width="2.500"/><path d="M-10 307.400 890 296.900" stroke-width="3.200"/></g>
    <path d="M588 216c10 6 12 18 12 30s-8 20-8 38 8 26 8 38-2 24-12 30c14 0 20-14 22-32 2-14-4-22-4-36s6-22 4-36c-2-18-8-32-22-32Z" fill="#e2b173"/>
  </svg>
  <div style="color:#f6e3bd;font-size:36px">
    <p class="at" style="left:72px;top:70px">Thanjavur, since 1931</p><p class="at" style="right:72px;top:70px" lang="ta">தஞ்சாவூர்</p>
    <h1 class="at" style="left:60px;top:252px;font-size:172px;font-style:italic">Sundaram</h1>
    <p class="at" style="left:72px;top:592px;font-size:58px;font-style:italic">Nine months, one violin.</p>
    <p class="at" style="left:72px;bottom:58px">No. 412 is on the bench</p><p class="at" style="right:72px;bottom:58px">Hear it, 2 min</p>
  </div>`
