import { html } from '#infra/tools/pictures/picture.ts'

/** Where the rate stands, and since when. */
const places: readonly (readonly [string, string, string])[] = [
  ['The page', 'bhandaristeel.example', '11:00:04'],
  ['Dealers’ phones', '212 of 212', '11:00:19'],
  ['Quotations', '31 open, written anew', '11:00:22'],
  ['The board at the gate', '3 metres wide', '11:00:41'],
]

const dealers: readonly (readonly [string, string, string, string, string])[] = [
  ['Guru Nanak Traders', 'Jalandhar', '50 t and more', '− 640', '53,590'],
  ['Chawla Iron Store', 'Ambala', '25 to 50 t', '− 410', '53,820'],
  ['Himachal Girders', 'Una', '25 to 50 t', '− 410', '53,820'],
  ['New Light Steel', 'Moga', 'under 25 t', '− 150', '54,080'],
  ['Sidhu & Sons', 'Bathinda', 'under 25 t', '− 150', '54,080'],
]

/** The owner's desk at eleven: one figure, typed once. */
export const desk = html`
  <div class="at" style="left:0;top:0;width:1600px;height:486px;background:#ff4a12;color:#0d0d0d"></div>
  <div style="color:#0d0d0d">
    <p class="at wide" style="left:62px;top:48px;font-size:42px;font-weight:800">BHANDARI STEEL</p>
    <p class="at" style="left:394px;top:54px;font-size:25px">Monday 16/11/2026, 11:00</p>
    <p class="at wide" style="left:62px;top:150px;font-size:38px;font-weight:800">TODAY, ISMB 200, RUPEES A TONNE</p>
    <h1 class="at" style="left:52px;top:192px;font-size:272px;letter-spacing:-.03em;line-height:.86">54,230<span style="display:inline-block;width:9px;height:196px;background:#0d0d0d;margin-left:20px"></span></h1>
    <i data-point="a" style="left:44px;top:170px"></i>
    <div class="at" style="left:900px;top:140px;width:636px">
      ${places.map(
        ([
          place,
          note,
          since,
        ]) => html`<div style="display:grid;grid-template-columns:1fr auto;align-items:center;height:78px;border-top:2.500px solid #0d0d0d">
          <p style="line-height:1.15"><b class="wide" style="font-weight:800;font-size:36px">${place}</b><br><span style="font-size:21px">${note}</span></p><span style="font-size:28px">${since}</span></div>`,
      )}
    </div>
  </div>
  <p class="at wide" style="left:62px;top:524px;font-size:48px;font-weight:800">EACH DEALER SEES ONE LINE</p>
  <p class="at" style="right:64px;top:532px;font-size:25px;color:#b5b5b5">212 dealers, three slabs</p>
  <table class="at" style="left:62px;top:600px;width:1474px;border-collapse:collapse;font-size:27px">
    ${dealers.map(
      (
        [name, town, slab, off, price],
        index,
      ) => html`<tr style="border-top:2px solid ${index === 1 ? '#ff4a12' : '#3c3c3c'};height:66px;${index === 1 && 'background:#ff4a12;color:#0d0d0d'}">
        <td style="padding-left:${index === 1 ? 20 : 0}px;position:relative"><b class="wide" style="font-size:37px;font-weight:800">${name}</b>${index === 1 && '<i data-point="b" style="left:-14px;top:33px"></i>'}</td>
        <td>${town}</td><td>${slab}</td><td style="text-align:right">${off}</td>
        <td class="wide" style="text-align:right;font-size:44px;font-weight:800;padding-right:${index === 1 ? 20 : 0}px">${price}</td></tr>`,
    )}
  </table>
  <p class="at" style="left:62px;top:944px;font-size:23px;color:#b5b5b5">Chawla Iron Store is looking now. It sees the orange line, and no other.</p>`
