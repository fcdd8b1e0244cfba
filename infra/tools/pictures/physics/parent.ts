import { line, times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

const marks = [52, 58, 55, 61, 66, 64, 71, 70, 78, 86]
const absent = [9, 22, 23]

const attendance = times(42, (day) => {
  const isSunday = day % 7 === 6
  const colour = isSunday ? 'none' : absent.includes(day) ? '#ff5a3c' : '#2b35ff'
  return isSunday
    ? ''
    : `<rect x="${Math.floor(day / 7) * 66}" y="${(day % 7) * 40}" width="56" height="30" fill="${colour}"/>`
})

const graph = html`
  <svg width="520" height="240" viewBox="0 0 520 240" fill="none"><path d="M0 60h520M0 130h520M0 200h520" stroke="#c9ccf5" stroke-width="2"/>
    <path d="${line(marks.map((mark, at) => [at * 50 + 8, 240 - (mark - 36) * 3.9] as const))}" stroke="#2b35ff" stroke-width="6" stroke-linejoin="round"/>
    ${marks.map((mark, at) => `<circle cx="${at * 50 + 8}" cy="${240 - (mark - 36) * 3.9}" r="${at === 9 ? 15 : 8}" fill="${at === 9 ? '#d8ff3e' : '#fff'}" stroke="${at === 9 ? '#0e1030' : '#2b35ff'}" stroke-width="4"/>`)}
  </svg>`

const seats = times(60, (seat) => {
  const x = (seat % 12) * 46 + (seat % 12 > 5 ? 34 : 0)
  const isFree = [43, 52, 53, 59].includes(seat)
  return `<rect x="${x}" y="${Math.floor(seat / 12) * 44}" width="36" height="32" fill="${isFree ? '#d8ff3e' : 'none'}" stroke="${isFree ? '#d8ff3e' : '#8f95ff'}" stroke-width="2.500"/>`
})

const title = (words: string) =>
  html`<b style="display:block;font-size:25px;border-top:3px solid #0e1030;padding-top:14px;margin-bottom:20px">${words}</b>`

/** The page of a parent, and the batch that opens when it is full. */
export const parent = html`
  <p class="at wide" style="left:64px;top:52px;font-size:34px;color:#2b35ff">DHRUVA</p>
  <p class="at" style="right:64px;top:54px;font-size:25px">For the mother of Kabir Saxena. Monday 16/11</p>
  <h1 class="at" style="left:61px;top:120px;font-size:78px">Kabir is well. He missed one day.</h1>
  <i data-point="c" style="left:40px;top:262px"></i>
  <div class="at" style="left:64px;top:250px;width:400px">${title('There, since October')}<svg width="400" height="232" viewBox="0 0 400 232">${attendance}</svg><p style="font-size:24px;margin-top:10px">33 of 36 days, two of them ill</p></div>
  <div class="at" style="left:532px;top:250px;width:520px">${title('Marks, ten tests')}${graph}<p style="font-size:24px;margin-top:2px">52 in August. <b>86 on Sunday.</b></p></div>
  <div class="at" style="left:1120px;top:250px;width:416px">${title('Fees')}<p class="wide" style="font-size:70px">₹18,000</p><p style="font-size:24px;margin-top:6px">paid on 2 October. Receipt</p><p class="wide" style="font-size:70px;margin-top:30px;color:#2b35ff">₹18,000</p><p style="font-size:24px;margin-top:6px">due on 2 January. Nothing now.</p></div>
  <div class="at" style="left:0;top:650px;width:1600px;height:350px;background:#2b35ff;color:#fff">
    <p class="at" style="left:64px;top:44px;font-size:25px">Batch of 1 December, his sister’s</p>
    <p class="at wide" style="left:58px;top:92px;font-size:150px;color:#d8ff3e;letter-spacing:-.04em">4 left</p>
    <p class="at" style="left:64px;top:262px;font-size:25px">It opens when it is full: 56 of 60.</p>
    <i data-point="d" style="left:836px;top:248px"></i>
    <svg class="at" style="left:860px;top:52px" width="600" height="220" viewBox="-2 -2 600 220">${seats}</svg>
    <p class="at" style="left:860px;top:284px;font-size:23px">The board is this way</p>
  </div>`
