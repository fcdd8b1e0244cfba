import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'
import { terraces } from './terraces.ts'
import { tin } from './tin.ts'

/** The rain of a year in millimetres, and the months with a picking. */
const rain = [38, 26, 51, 132, 172, 194, 243, 188, 157, 269, 219, 88]
const picked = [0, 3, 8]

const calendar = html`
  <svg width="640" height="168" viewBox="0 0 640 168" font-size="23" text-anchor="middle">
    <path d="M0 130h640" stroke="#12392f" stroke-width="2"/>
    ${times(12, (month) => {
      const height = (rain[month]! / 269) * 118
      const isPicked = picked.includes(month)
      return html`<rect x="${month * 54}" y="${129 - height}" width="38" height="${height}" fill="${isPicked ? '#d8452b' : '#7fa287'}"/>
        <text x="${month * 54 + 19}" y="162" font-weight="${isPicked ? 700 : 400}" fill="#12392f">${'JFMAMJJASOND'[month]!}</text>`
    })}
  </svg>`

/** The page of one tea. */
export const frost = html`
  <svg style="position:absolute;left:852px;top:0" width="748" height="1000" viewBox="0 0 748 1000">
    <path d="M0 0h748v1000H0z" fill="#bcd6d3"/><circle cx="500" cy="246" r="88" fill="#fbf1d6"/>
    ${terraces({ width: 748, top: 372, bottom: 860, rows: 14, from: '#9fc3b4', to: '#0f352b', bush: 25 })}
    <g transform="translate(196 410) scale(1.36)">${tin('Frost', 'Plot nine, 11 January, 50 g')}</g>
  </svg>
  <div class="bar" style="right:auto;gap:36px;font-size:25px">
    <span class="serif" style="font-size:33px">Nilgiri &amp; Daughters</span><span>Teas</span><span>The hill</span><span>Post</span>
    <span style="position:relative;padding:0 2px 4px;box-shadow:inset 0 -3px #d8452b" lang="ta">தமிழ்<i data-point="a" style="right:50%;top:calc(100% + 10px)"></i></span>
  </div>
  <p style="position:absolute;right:72px;top:56px;font-size:25px">Basket, 2 tins</p>
  <div style="position:absolute;left:72px;top:116px;width:720px">
    <h1 style="font-size:262px;line-height:.94;letter-spacing:-.05em;margin:0 0 0 -12px">Frost.</h1>
    <p style="font-size:28px;color:#a8301b;margin-top:30px;letter-spacing:.005em;position:relative"><b style="font-weight:600">Plot nine, north slope&ensp;·&ensp;11 January&ensp;·&ensp;4 °C at dawn</b><i data-point="b" style="left:-20px;top:-10px"></i></p>
    <p style="font-size:32px;line-height:1.36;margin-top:14px;width:640px;font-weight:400">Two leaves and a bud, picked before the sun came over. Tastes of pear, wet stone and cold mornings.</p>
    <div style="display:flex;align-items:center;gap:36px;margin-top:28px">
      <b style="background:#d8452b;color:#fff6e0;font:600 31px/86px 'Anek Tamil Variable';padding:0 50px">Post me a tin</b>
      <p style="line-height:1.15"><span class="serif" style="font-size:42px">₹650</span><br><span style="font-size:24px">50 g, twenty cups</span></p>
    </div>
  </div>
  <div style="position:absolute;left:72px;top:748px;width:640px;border-top:2px solid #12392f;padding-top:14px">
    <p style="display:flex;justify-content:space-between;font-size:24px"><b style="font-weight:600">The year in rain, three pickings</b><span>18 tins left</span></p>
    ${calendar}
    <i data-point="c" style="left:640px;top:-1px"></i>
  </div>`
