import { html } from '#infra/tools/pictures/picture.ts'

const times: readonly (readonly [string, boolean])[] = [
  ['10:00', false],
  ['10:30', false],
  ['11:00', true],
  ['11:30', false],
  ['12:00', false],
  ['12:30', true],
  ['4:30', true],
  ['5:00', true],
  ['5:30', false],
  ['6:00', true],
  ['6:30', false],
  ['7:00', true],
]

const slot = ([time, isFree]: readonly [string, boolean]) =>
  time === '4:30'
    ? html`<b style="background:#ff6a55;color:#0a1f52">${time}</b>`
    : html`<span style="${isFree ? 'background:#fff;box-shadow:inset 0 0 0 2px #0b3fae' : 'color:#8fb0de;text-decoration:line-through;box-shadow:inset 0 0 0 2px #bcd5ee'}">${time}</span>`

/** The clinic's page as it is. */
export const after = html`
  <div class="at" style="right:0;top:0;width:600px;height:1000px;background:#e3f0fb"></div><div class="at" style="left:0;top:0;width:1000px;height:1000px;background:#0b3fae"></div>
  <div style="color:#fff"><p class="at" style="left:72px;top:62px;font-size:36px;font-weight:600">Dr Sharma Dental</p>
    <p class="at" style="left:524px;top:70px;font-size:26px;font-weight:300">What it costs&emsp;&ensp;Vijay Nagar&emsp;&ensp;हिन्दी</p>
    <h1 class="at" style="left:64px;top:266px;font-size:142px">A chair is free<br>at 4:30 today.</h1>
    <p class="at" style="left:72px;top:620px;font-size:32px;font-weight:300;line-height:1.45">A look and a plan, ₹400. Twenty minutes.<br>You are told the price before anything begins.</p>
    <b class="at" style="left:72px;top:750px;background:#ff6a55;color:#0a1f52;font-size:33px;line-height:96px;padding:0 48px">Keep 4:30 for me</b>
    <p class="at" style="left:72px;bottom:56px;font-size:25px;font-weight:300">Monday to Saturday, 10 am to 8 pm. There is a lift.</p></div>
  <div class="at" style="left:1064px;top:62px;width:472px"><p style="text-align:right;font-size:30px;font-weight:600">0731 402 8812</p>
    <h2 style="font-size:46px;margin-top:158px">Monday 16/11</h2>
    <style>.slots>*{font-size:28px;line-height:82px;text-align:center}</style>
    <div class="slots" style="display:grid;grid-template-columns:repeat(3,1fr);gap:14px;margin-top:30px">${times.map(slot)}</div>
    <p style="border-top:2px solid #9fc0e6;margin-top:44px;padding-top:16px;font-size:26px">Tuesday 17/11, eleven chairs free</p><p style="border-top:2px solid #9fc0e6;margin-top:16px;padding-top:16px;font-size:26px">Wednesday 18/11, nine chairs free</p></div>`
