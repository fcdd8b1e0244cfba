import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

const months = ['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']
/** Weddings a week, November to October; the workshop has hands for four. */
const weddings = [
  3, 4, 4, 4, 4, 4, 3, 4, 2, 0, 3, 4, 4, 4, 4, 3, 4, 2, 1, 0, 1, 2, 3, 3, 2, 3, 4, 3, 2, 2, 1, 1, 0, 0, 0, 1, 0, 0, 0,
  0, 1, 0, 1, 1, 0, 1, 2, 1, 2, 2, 3, 3,
]

const strip = html`
  <svg width="1456" height="226" viewBox="0 0 1456 226">
    ${weddings.map((count, week) =>
      times(4, (at) => {
        const isFull = count === 4
        const filled = at < count
        return `<path d="M${week * 28 + 5} ${160 - at * 40}l9-30 9 30" fill="none" stroke="${filled ? (isFull ? '#f0b64a' : '#ff7fae') : '#8c2354'}" stroke-width="${filled ? 5 : 2}" stroke-linecap="round" stroke-linejoin="round"/>`
      }),
    )}
    <path d="M0 174h1456" stroke="#fff0e0" stroke-width="2"/>
    ${months.map((month, at) => `<text x="${(at * 1456) / 12 + 4}" y="212" font-family="Tiro Devanagari Hindi" font-size="25" fill="#fff0e0">${month}</text>`)}
  </svg>`

const measure = (x1: number, y1: number, x2: number, y2: number, label: string, dx: number, dy: number) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#f0b64a" stroke-width="3" stroke-dasharray="1 9" stroke-linecap="round"/><circle cx="${x1}" cy="${y1}" r="6" fill="#f0b64a"/><circle cx="${x2}" cy="${y2}" r="6" fill="#f0b64a"/><text x="${(x1 + x2) / 2 + dx}" y="${(y1 + y2) / 2 + dy}" font-family="Rozha One" font-size="36" fill="#fff0e0">${label}</text>`

const blouse = html`
  <svg class="at" style="left:72px;top:196px" width="640" height="420" viewBox="0 0 640 420">
    <path d="M212 44c30 34 186 34 216 0l74 26c34 22 62 78 78 134l-92 42-26-58c-6 60-8 110-4 178H182c4-68 2-118-4-178l-26 58-92-42c16-56 44-112 78-134Z" fill="#8d1146" stroke="#fff0e0" stroke-width="3"/>
    <path d="M212 44c14 96 202 96 216 0" fill="none" stroke="#fff0e0" stroke-width="3"/><path d="M184 352h272M184 338h272" stroke="#f0b64a" stroke-width="4" stroke-dasharray="2 9" stroke-linecap="round"/>
    <path d="M66 196l86 40M574 196l-86 40" stroke="#f0b64a" stroke-width="4" stroke-dasharray="2 9" stroke-linecap="round"/>
    ${measure(180, 206, 460, 206, '34½', -124, -14)}${measure(184, 300, 456, 300, '28', -108, -14)}${measure(320, 118, 320, 372, '14¼', 16, 14)}${measure(44, 186, 118, 62, '11', -60, -8)}
  </svg>`

const fittings: readonly (readonly [string, string])[] = [
  ['First, 12/10', 'Sleeve half an inch longer'],
  ['Second, 16/11', 'Begins where the first one ended'],
  ['Third, 30/11', 'With the shoes on'],
]

/** The workshop's book: a bride's measurements, and the weddings of the year. */
export const book = html`
  <div class="at" style="inset:0;background:#4a0a2a"></div>
  <div style="color:#fff0e0">
    <p class="at bold" style="left:72px;top:48px;font-size:40px;color:#f0b64a" lang="hi">ज़ोया<span style="font-size:34px;color:#fff0e0;margin-left:22px">The workshop’s book</span></p>
    <h1 class="at" style="left:72px;top:118px;font-size:62px">Aaliya, 12 December</h1>${blouse}
    <div class="at" style="left:790px;top:118px;width:738px">
      <p style="position:relative;font-size:27px;color:#f0b64a;border-top:2px solid #f0b64a;padding-top:16px;line-height:1.35">Kept once. Seen by two: <b class="bold">Zoya</b> and <b class="bold">Master Anwar</b>.<i data-point="d" style="left:-16px;top:-6px"></i></p>
      <p style="font-size:27px;margin-top:8px;color:#e7bccd">The other nine in the workshop see a number and a cloth.</p>
      <ol style="margin-top:30px">${fittings.map(
        ([when, what], at) =>
          html`<li style="display:grid;grid-template-columns:250px 1fr;border-top:2px solid #7a2c50;padding:17px 0 15px;font-size:27px;${at === 1 && 'color:#ff9dc0'}"><b class="bold" style="font-size:29px">${when}</b><span>${what}</span></li>`,
      )}</ol>
      <p style="border-top:2px solid #7a2c50;padding-top:17px;font-size:27px"><i>Gulmohar, stitched by Rukhsana Bano. Week nine of eleven.</i></p>
    </div>
    <div class="at" style="left:72px;top:664px;width:1456px;border-top:3px solid #f0b64a;padding-top:18px">
      <p style="display:flex;justify-content:space-between;align-items:baseline;margin-bottom:14px"><b class="bold" style="font-size:36px">The year’s weddings</b><span style="font-size:26px"><span style="color:#f0b64a">Gold weeks are full.</span> The next free one: 3 January</span></p>
      <i data-point="e" style="left:120px;top:82px"></i>${strip}
    </div>
  </div>`
