import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

/** When it begins and ends, in hours from ten, with whom, and what for. */
type Visit = readonly [
  chair: number,
  from: number,
  to: number,
  who: string,
  what: string,
  kind?: 'gap' | 'late' | 'now',
]

const visits: readonly Visit[] = [
  [0, 0, 0.67, 'Meena Joshi', 'Cleaning'],
  [0, 0.67, 1, 'The last one ran over', '', 'gap'],
  [0, 1, 2.17, 'Arjun Verma', 'Root canal, front', 'now'],
  [0, 2.17, 2.5, 'Wash, breathe', '', 'gap'],
  [0, 2.5, 3.2, 'Sara Khan', 'Filling'],
  [0, 3.2, 4, 'Lunch', '', 'gap'],
  [1, 0.25, 0.6, 'Ishaan, 6', 'First visit'],
  [1, 0.6, 1.1, 'A child may need it', '', 'gap'],
  [1, 1.1, 1.9, 'Kamla Devi', 'Dentures'],
  [1, 2, 2.75, 'Rohan Mehta', 'Filling', 'late'],
  [1, 2.75, 3.1, 'Kept for Rohan', '', 'gap'],
  [1, 3.1, 4, 'Lunch', '', 'gap'],
  [2, 0, 1.5, 'Farida Sheikh', 'Crown, second visit'],
  [2, 1.5, 2, 'Somebody in pain', '', 'gap'],
  [2, 2, 2.67, 'Nilesh Rao', 'Cleaning'],
  [2, 2.67, 3.3, 'Pooja Jain', 'A look and a plan'],
  [2, 3.3, 4, 'Lunch', '', 'gap'],
]
const hour = 186
const styles = {
  plain: 'background:#fff;border-left:8px solid #0b3fae',
  now: 'background:#0b3fae;color:#fff;border-left:8px solid #ffd35c',
  late: 'background:#ff6a55;color:#0a1f52;border-left:8px solid #0a1f52',
  gap: 'background:repeating-linear-gradient(135deg,#cfe2f5 0 2px,#e3f0fb 2px 13px);color:#33599f;font-size:20px',
}

const visit = ([chair, from, to, who, what, kind]: Visit) => html`
  <div class="at" style="left:${chair * 318}px;top:${from * hour}px;width:304px;height:${(to - from) * hour - 6}px;padding:${to - from < 0.4 ? '7px' : '12px'} 18px;line-height:1.22;overflow:hidden;${styles[kind ?? 'plain']}">${
    kind === 'gap'
      ? html`<span style="background:#e3f0fb;padding:1px 6px;margin-left:-6px">${who}</span>`
      : html`<b style="font-size:25px">${who}</b> ${what && html`<span style="font-size:21px;${to - from > 0.5 && 'display:block;margin-top:3px'}">${what}</span>`}`
  }</div>`

const onTheWay: readonly (readonly [string, string, string, boolean])[] = [
  ['Rohan Mehta', 'At Palasia, 6 km. 12 min late.', '12:12', true],
  ['Nilesh Rao', 'In the street. On time.', '11:58', false],
  ['Sara Khan', 'Has not left. There is time.', '12:30', false],
]

/** The diary of the desk: three chairs, the gaps of a real day, and who is on the way. */
export const diary = html`
  <p class="at" style="left:72px;top:54px;font-size:30px;font-weight:600">The desk</p>
  <h1 class="at" style="left:69px;top:104px;font-size:62px">Tuesday 17/11, nine before lunch</h1>
  ${['Chair 1, Dr Nisha', 'Chair 2, Dr Vivek', 'Chair 3, Anu'].map((chair, at) => html`<b class="at" style="left:${150 + at * 318}px;top:196px;font-size:23px">${chair}</b>`)}
  <div class="at" style="left:72px;top:240px;width:1040px;height:746px">
    ${times(4, (at) => html`<p class="at" style="left:0;top:${at * hour - 2}px;width:1022px;border-top:2px solid #9fc0e6;font-size:21px">${10 + at > 12 ? at - 2 : 10 + at}:00</p>`)}
    <div class="at" style="left:78px;top:4px">${visits.map(visit)}</div>
    <i data-point="e" style="left:384px;top:${2 * hour}px"></i>
    <i data-point="c" style="left:74px;top:${0.835 * hour}px"></i>
    <p class="at" style="left:0;top:${1.72 * hour}px;width:1022px;border-top:3px solid #d63a24"></p>
    <b class="at" style="left:-4px;top:${1.72 * hour - 15}px;background:#d63a24;color:#fff;font-size:20px;padding:1px 9px">11:43</b>
  </div>
  <div class="at" style="left:1148px;top:0;width:452px;height:1000px;background:#0b3fae;color:#fff;padding:58px 48px">
    <p style="font-size:24px;font-weight:300">On the way</p>
    <ol style="margin-top:22px">${onTheWay.map(
      ([who, where, at, isLate]) => html`<li style="border-top:2px solid #4d78cc;padding:18px 0 20px;position:relative">
        <p style="display:flex;justify-content:space-between;font-size:27px;${isLate && 'color:#ff8d7c'}"><b>${who}</b><b>${at}</b></p><p style="font-size:22px;font-weight:300;margin-top:4px">${where}</p>
        ${isLate && html`<p style="margin-top:16px;font-size:22px"><b style="background:#ff6a55;color:#0a1f52;padding:10px 18px;display:inline-block">Move him to 12:15</b></p>`}</li>`,
    )}</ol>
    <div class="at" style="left:48px;right:48px;bottom:60px"><p style="font-size:24px;font-weight:300;border-top:2px solid #4d78cc;padding-top:20px">Chairs booked this month</p>
      <p style="font-size:128px;font-weight:300;letter-spacing:-.05em;line-height:1.1">212</p><p style="font-size:24px;font-weight:300">In February, by telephone: 31</p></div>
  </div>`
