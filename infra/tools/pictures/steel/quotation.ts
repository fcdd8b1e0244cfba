import { html } from '#infra/tools/pictures/picture.ts'

const lines: readonly (readonly [string, string, string, string])[] = [
  ['ISMB 200', '12.000', '53,820', '6,45,840'],
  ['ISMC 150', '4.500', '54,340', '2,44,530'],
  ['TMT 12 mm', '8.000', '52,600', '4,20,800'],
]

const sheet = html`
  <div class="at" style="left:70px;top:64px;width:800px;height:872px;background:#fff;color:#0d0d0d;padding:48px 52px">
    <p style="display:flex;justify-content:space-between;align-items:baseline"><b class="wide" style="font-size:86px">QUOTATION</b><span style="font-size:27px">No 1184</span></p>
    <p style="font-size:25px;margin-top:12px">Chawla Iron Store, Ambala<br>Monday 16/11/2026, 11:04</p>
    <div style="position:relative;background:#ff4a12;padding:20px 24px 22px;margin:28px 0 22px;display:flex;align-items:center;justify-content:space-between"><b class="wide" style="font-size:52px;font-weight:800">GOOD UNTIL 18:00 TODAY</b><span style="font-size:25px">6 h 56 min</span></div>
    <table style="width:100%;border-collapse:collapse;font-size:26px">
      <tr style="text-align:right;font-size:21px"><th style="text-align:left;font-weight:500;padding-bottom:8px">Section</th><th style="font-weight:500">Tonnes</th><th style="font-weight:500">Your rate</th><th style="font-weight:500">₹</th></tr>
      ${lines.map(
        ([section, tonnes, rate, amount]) =>
          html`<tr style="border-top:2px solid #0d0d0d;text-align:right;height:66px"><td class="wide" style="text-align:left;font-size:36px;font-weight:800">${section}</td><td>${tonnes}</td><td>${rate}</td><td>${amount}</td></tr>`,
      )}
      <tr style="border-top:6px solid #0d0d0d;height:104px;text-align:right"><td colspan="2" style="text-align:left;font-size:22px">With GST 18 %</td><td colspan="2" class="wide" style="font-size:66px">15,47,181</td></tr>
    </table>
    <p style="display:flex;gap:20px;margin-top:38px"><b class="wide" style="background:#0d0d0d;color:#fff;font-size:38px;font-weight:800;padding:18px 34px 20px">TAKE IT</b><b class="wide" style="border:3px solid #0d0d0d;font-size:38px;font-weight:800;padding:15px 30px 17px">ASK FOR A TRUCK</b></p>
  </div>`

const bar = (day: string, rate: string, width: number, colour: string) => html`
  <div style="display:grid;grid-template-columns:150px 1fr;align-items:center;height:84px;font-size:25px"><span>${day}</span><b class="wide" style="background:${colour};width:${width}px;font-size:58px;line-height:72px;padding-left:18px;color:#0d0d0d">${rate}</b></div>`

const phone = html`
  <div class="at" style="left:1206px;top:438px;width:324px;height:562px;background:#1d1d1d;border:3px solid #777;border-bottom:0;border-radius:34px 34px 0 0;padding:46px 24px 0">
    <div style="background:#fff;color:#0d0d0d;height:520px;padding:22px 20px"><p class="wide" style="font-size:25px;font-weight:800">BHANDARI STEEL</p>
      <p style="font-size:20px;margin-top:18px">Your rate, 11:00</p><p class="wide" style="font-size:84px;color:#d63200;letter-spacing:-.02em">53,820</p>
      <p style="font-size:20px">ISMB 200, 25–50 t</p>
      <p class="wide" style="background:#0d0d0d;color:#fff;font-size:32px;font-weight:800;text-align:center;line-height:68px;margin-top:24px">QUOTE ME</p>
      <p style="font-size:20px;margin-top:18px;border-top:2px solid #0d0d0d;padding-top:12px">Yesterday 53,480</p></div>
  </div>`

/** A dealer's quotation, yesterday's rate, and the page on an old phone. */
export const quotation = html`
  <div class="at" style="inset:0;background:#0d0d0d"></div>${sheet}<i data-point="c" style="left:112px;top:104px"></i>
  <div class="at" style="left:930px;top:64px;width:600px">
    <h2 style="font-size:48px;font-weight:800;margin-bottom:20px">YESTERDAY STAYS BESIDE TODAY</h2>
    <div style="position:relative">${bar('Friday', '53,760', 386, '#8c8c8c')}${bar('Saturday', '53,890', 406, '#c9c9c9')}${bar('Today', '54,230', 450, '#ff4a12')}<i data-point="d" style="left:-18px;top:162px"></i></div>
    <p style="font-size:25px;color:#c9c9c9;margin-top:10px">340 more than Saturday. No need to ring.</p>
  </div>
  <div class="at" style="left:930px;top:520px;width:250px;border-top:3px solid #ff4a12;padding-top:16px">
    <b class="wide" style="font-size:104px;color:#ff4a12">9 KB</b><p style="font-size:25px">the whole page</p>
    <b class="wide" style="font-size:104px;color:#fff;display:block;margin-top:26px">1.1 s</b><p style="font-size:25px">on 2G, on the slowest phone in the yard</p>
  </div>${phone}<i data-point="e" style="left:1194px;top:946px"></i>`
