import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { childPictures } from './child.ts'

/** Name, price, minutes, and what it feels like, from 0 to 4. */
const treatments: readonly (readonly [string, string, string, string, number])[] = [
  ['A look and a plan', '400', '20 min', 'Nothing', 0],
  ['Cleaning', '1,500', '40 min', 'A tickle', 1],
  ['Filling, one tooth', '2,400', '40 min', 'A pinch, then nothing', 2],
  ['Root canal, front', '5,500', '70 min', 'Pressure, no pain', 3],
  ['Crown, ceramic', '9,800', '2 × 45 min', 'A pinch, then nothing', 2],
  ['Wisdom tooth', '6,200', '50 min', 'Two sore days', 4],
  ['A child’s first visit', '300', '15 min', 'Nothing', 0],
]

const feeling = (degree: number) =>
  times(4, (at) => `<circle cx="${at * 24 + 9}" cy="10" r="8" fill="${at < degree ? '#ff6a55' : '#c6dcf2'}"/>`)

const row = ([name, price, minutes, feels, degree]: (typeof treatments)[number], index: number) => html`
  <li style="position:relative;height:95px;border-top:2px solid #9fc0e6;display:grid;grid-template-columns:1fr 150px;align-content:center;row-gap:6px;${index === 2 && 'background:#fff;margin:0 -24px;padding:0 24px'}">
    <b style="font-size:30px">${name}</b><b style="font-size:30px;text-align:right">₹${price}</b>
    <span style="display:flex;align-items:center;gap:14px;font-size:22px"><svg width="98" height="20">${feeling(degree)}</svg>${feels}</span><span style="font-size:22px;text-align:right">${minutes}</span>
  </li>`

const tap = (step: number, what: string, choices: readonly string[], chosen: number) => html`
  <div style="display:grid;grid-template-columns:52px 108px 1fr;align-items:center;height:92px;border-top:2px solid #4d78cc">
    <b style="font-size:30px;color:#ff8d7c">${step}</b><span style="font-size:24px">${what}</span>
    <p style="display:flex;gap:10px">${choices.map((choice, at) => html`<span style="flex:1;text-align:center;font-size:23px;line-height:58px;${at === chosen ? 'background:#ff6a55;color:#0a1f52;font-weight:600' : 'border:1.500px solid #7fa3e4;line-height:55px'}">${choice}</span>`)}</p>
  </div>`

const book = html`
  <div class="at" style="left:800px;top:0;width:800px;height:620px;background:#0b3fae;color:#fff;padding:54px 64px 0">
    <p style="text-align:right;font-size:24px;font-weight:300">0731 402 8812&ensp;·&ensp;हिन्दी</p>
    <h2 style="font-size:62px;margin:24px 0 26px -3px">Three taps.</h2>
    <div style="position:relative">${tap(1, 'What', ['Cleaning', 'Filling', 'Other'], 1)}${tap(2, 'Day', ['Today', 'Tue 17', 'Wed 18'], 1)}${tap(3, 'Time', ['11:00', '4:30', '6:00'], 1)}<i data-point="b" style="left:20px;top:92px"></i></div>
    <p style="border-top:2px solid #4d78cc;padding-top:22px;font-size:24px;font-weight:300;line-height:1.4"><b style="color:#ffd35c">Monday, 7 pm</b>&ensp;“Tomorrow, 4:30. A filling, forty minutes, ₹2,400. Eat before you come.”</p>
  </div>`

const child = html`
  <div class="at" style="left:800px;top:620px;width:800px;height:380px;background:#fff;padding:36px 64px">
    <h2 style="font-size:38px;font-weight:400;position:relative;letter-spacing:-.025em">What your child will see<i data-point="d" style="left:-20px;top:42px"></i></h2>
    <div style="display:flex;justify-content:space-between;margin-top:22px">${[
      'A chair that flies',
      'A tooth in a mirror',
      'A star to take home',
    ].map(
      (words, at) =>
        html`<p style="width:206px;font-size:21px;text-align:center"><svg style="background:#e3f0fb;margin-bottom:12px" width="206" height="190" viewBox="-8 -12 206 174">${childPictures[at]!}</svg>${words}</p>`,
    )}</div>
  </div>`

/** The prices, an appointment in three taps, and what a child will see. */
export const prices = html`
  <p class="at" style="left:72px;top:54px;font-size:30px;font-weight:600">Dr Sharma Dental</p>
  <h1 class="at" style="left:69px;top:106px;font-size:76px">Forty treatments,<br>forty prices.</h1>
  <i data-point="a" style="left:56px;top:146px"></i>
  <ol class="at" style="left:72px;top:318px;width:656px">${treatments.map(row)}</ol>`.concat(book, child)
