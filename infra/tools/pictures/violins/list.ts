import { numbers, times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { body, holes, violin } from './violin.ts'

/** Those who wait, by first name, and how far theirs is. */
const waiting: readonly (readonly [string, string, string])[] = [
  ['Kavya', 'Chennai', 'on the bench'],
  ['Lukas', 'Zürich', 'May 2027'],
  ['Subramaniam', 'Tiruchi', 'Feb 2028'],
  ['Anjali', 'Mumbai', 'Nov 2028'],
  ['Ravi', 'Bengaluru', 'Aug 2029'],
]

/** The stages on a photograph of the bench: wood, ribs, plates, a body in the white, ground, varnish, strung. */
const stages = [
  '<path d="M-104 20h208v316h-208z" fill="#e6c796"/><path d="M-104 120h208M-104 210h208M-104 290h208" stroke="#c79a5c" stroke-width="4"/>',
  `<path d="M-104 10h208v336h-208z" fill="#e6c796"/><path d="${body}" fill="none" stroke="#5a2a12" stroke-width="5" stroke-dasharray="12 10"/>`,
  `<path d="${body}" fill="none" stroke="#d9b078" stroke-width="16"/><path d="${body}" fill="none" stroke="#5a2a12" stroke-width="3"/>`,
  `<path d="${body}" fill="#ecd3a4" stroke="#5a2a12" stroke-width="4"/>`,
  `<path d="${body}" fill="#ecd3a4" stroke="#5a2a12" stroke-width="4"/>${holes('#2a0f06')}`,
  `<path d="${body}" fill="#dca455" stroke="#5a2a12" stroke-width="4"/>${holes('#2a0f06')}<path d="M-13-90h26v160h-26Z" fill="#d9b078"/>`,
  `<path d="${body}" fill="#b4551c" stroke="#2a0f06" stroke-width="4"/>${holes('#2a0f06')}<path d="M-11-170h22v240h-22Z" fill="#d9b078"/>`,
  violin('#a8481a'),
]
const weeks = ['Week 2', 'Week 5', 'Week 9', 'Week 14', 'Week 19', 'Week 26', 'Week 33', 'Week 38']

const photograph = (stage: string, at: number) => html`
  <li><svg style="background:${at < 6 ? '#59321d' : '#3b1d0f'};box-shadow:${at === 5 ? '0 0 0 5px #f0b057' : 'none'};${at > 5 && 'opacity:.35'}" width="180" height="190" viewBox="-200 -108 400 480">${at > 5 ? `<path d="${body}" fill="none" stroke="#f4e9d4" stroke-width="4" stroke-dasharray="10 12"/>` : stage}</svg><p style="font-size:22px;margin-top:10px;${at === 5 && 'color:#f0b057'}">${weeks[at]!}</p></li>`

const random = numbers(41)
const buzz = times(92, (at) => {
  const isBuzz = at > 38 && at < 58
  const height = isBuzz ? 40 + random() * 76 : 8 + Math.abs(Math.sin(at / 5)) * 40 * (0.6 + random() * 0.5)
  return `<path d="M${at * 8 + 3} ${(64 - height / 2).toFixed(1)}v${height.toFixed(1)}" stroke="${isBuzz ? '#f0b057' : '#b98a63'}" stroke-width="4"/>`
})

/** The waiting list, a photograph a week, and a repair that came with a recording. */
export const list = html`
  <div class="at" style="inset:0;background:#2a0f06"></div>
  <div style="color:#f4e9d4">
    <p class="at" style="left:72px;top:50px;font-size:34px;font-style:italic">Sundaram</p><p class="at" style="right:72px;top:54px;font-size:25px">Monday 16/11/2026. It moved this morning.</p>
    <h1 class="at" style="left:68px;top:112px;font-size:88px">One on the bench, <i>eleven waiting.</i></h1>
    <i data-point="b" style="left:60px;top:150px"></i>
    <ol class="at" style="left:72px;top:250px;width:560px">${waiting.map(
      ([name, town, when], at) =>
        html`<li style="display:grid;grid-template-columns:52px 1fr auto;align-items:baseline;border-top:1.500px solid #6b4028;height:69px;padding-top:12px;${at === 0 && 'color:#f0b057'}"><span style="font-size:25px">${at + 1}</span><p><span style="font-size:36px">${name}</span>&ensp;<span style="font-size:23px">${town}</span></p><i style="font-size:25px">${when}</i></li>`,
    )}<li style="border-top:1.500px solid #6b4028;padding-top:14px;font-size:24px"><i>and seven more. The last one, Mira, is five.</i></li></ol>
    <div class="at" style="left:712px;top:250px;width:816px;border-top:1.500px solid #6b4028;padding-top:16px"><p style="font-size:27px"><b style="font-weight:600">For Kavya</b>, a photograph a week: <i>No. 412, week 26</i></p>
      <ol style="display:grid;grid-template-columns:repeat(4,180px);gap:16px 32px;margin-top:22px">${stages.map(photograph)}</ol><i data-point="c" style="left:-16px;top:70px"></i></div>
    <div class="at" style="left:72px;top:748px;width:560px;border-top:3px solid #f0b057;padding-top:18px">
      <h2 style="font-size:42px"><i>What is wrong with it?</i></h2><p style="font-size:25px;margin-top:12px;line-height:1.4">“It buzzes on the open D, only when it rains.” <span style="color:#f0b057">Heard by Sundaram at 9:20: a loose lining. Two days, ₹1,800.</span></p></div>
    <i data-point="e" style="left:72px;top:748px"></i>
    <div class="at" style="left:712px;top:822px;width:816px"><svg width="816" height="128" viewBox="0 0 736 128" preserveAspectRatio="none">${buzz}<path d="M310 2h150" stroke="#f0b057" stroke-width="2"/></svg></div>
  </div>`
