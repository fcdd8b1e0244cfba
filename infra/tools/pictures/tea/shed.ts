import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

/** Tins to post today, by state. */
const states: readonly (readonly [string, number])[] = [
  ['Tamil Nadu', 7],
  ['Karnataka', 5],
  ['Kerala', 4],
  ['Maharashtra', 4],
  ['Telangana', 3],
  ['Madhya Pradesh', 3],
  ['Andhra', 2],
  ['Gujarat', 2],
  ['Uttar Pradesh', 2],
  ['West Bengal', 2],
  ['Goa', 1],
  ['Rajasthan', 1],
  ['Haryana', 1],
  ['Punjab', 1],
  ['Uttarakhand', 1],
  ['Assam', 1],
  ['Sikkim', 1],
  ['Meghalaya', 1],
  ['Odisha', 1],
]
const papers = [
  '#d8452b',
  '#f5e8c8',
  '#f2b79b',
  '#e9a33b',
  '#9fc3b4',
  '#e9a33b',
  '#9fc3b4',
  '#d8452b',
  '#f5e8c8',
  '#f2b79b',
]
const hills = [
  'M12 124c32-20 54 6 80-8s40-14 62-6V150H12Z',
  'M12 132c26-26 60-10 84-14s38 8 58-4V150H12Z',
  'M12 118c36 18 56-10 82 2s38 4 60-10V150H12Z',
]

const stamp = (index: number) => {
  const [name, tins] = states[index]!
  const paper = papers[index % papers.length]!
  const ink = paper === '#d8452b' ? '#fff1d3' : '#0d2a22'
  return html`<g transform="translate(${(index % 5) * 182} ${Math.floor(index / 5) * 178})">
    <path d="M0 0h166v162H0z" fill="#f5e8c8"/>
    <path d="M0 0h166v162H0z" fill="none" stroke="#0d2a22" stroke-width="9.500" stroke-linecap="round" stroke-dasharray="0 14.900"/>
    <path d="M12 12h142v138H12z" fill="${paper}"/><path d="${hills[index % 3]!}" fill="${ink}" opacity=".15"/>
    <text x="24" y="40" font-size="${name.length > 11 ? 17 : 20}" font-weight="600" fill="${ink}">${name}</text>
    <text x="22" y="131" font-family="Young Serif" font-size="72" letter-spacing="-2" style="font-variant-numeric:lining-nums" fill="${ink}">${tins}</text>
  </g>`
}

const labels: readonly (readonly [string, string, string])[] = [
  ['Frost 50 g, two', 'Guwahati, Assam', '12:52 pm'],
  ['First flush 100 g', 'Pune, Maharashtra', '12:48 pm'],
  ['Autumnal 250 g', 'Kochi, Kerala', '12:31 pm'],
  ['Frost 50 g', 'Panaji, Goa', '12:20 pm'],
  ['First flush 100 g, four', 'Bhopal, Madhya Pradesh', '12:04 pm'],
  ['Autumnal 100 g', 'Mysuru, Karnataka', '11:57 am'],
]

const label = ([what, where, when]: readonly [string, string, string], index: number) => html`
  <li style="position:relative;display:grid;grid-template-columns:62px 1fr auto;align-items:center;height:84px;border-top:1.5px solid #2f5a4b;line-height:1.12">
    <svg width="42" height="42" viewBox="0 0 42 42"><path d="M1.500 1.500h39v39h-39z" fill="${index < 3 ? '#e9a33b' : 'none'}" stroke="#e9a33b" stroke-width="3"/>${index < 3 && '<path d="M10 21l8 10 14-21" fill="none" stroke="#0d2a22" stroke-width="4.500"/>'}</svg>
    <p style="${index < 3 && 'opacity:.6'}"><b style="font-weight:600;font-size:28px;color:#f5e8c8">${what}</b><br><span style="font-size:22px">${where}</span></p>
    <span style="font-size:22px;align-self:start;padding-top:14px;${index < 3 && 'opacity:.6'}">${when}</span>
    ${index === 4 && '<i data-point="e" style="left:-14px;top:9px"></i>'}
  </li>`

const left: readonly (readonly [string, number, number, string])[] = [
  ['Frost', 18, 0.2, '#d8452b'],
  ['First flush', 212, 0.72, '#9fc3b4'],
  ['Autumnal', 160, 0.54, '#9fc3b4'],
]

const jar = ([name, tins, share, colour]: readonly [string, number, number, string], index: number) => html`
  <g transform="translate(${index * 172} 0)"><path d="M4 17h66v106H4z" fill="none" stroke="#f5e8c8" stroke-width="3"/>
    <path d="M8 ${120 - 100 * share}h58V119H8z" fill="${colour}"/><path d="M-1 3h76v14H-1z" fill="#f5e8c8"/>
    <text x="88" y="66" font-family="Young Serif" font-size="34" fill="#f5e8c8" style="font-variant-numeric:lining-nums">${tins}</text>
    <text x="0" y="158" font-size="22" fill="#b9d2c4">${name}</text></g>`

/** The screen on the wall of the packing shed. */
export const shed = html`
  <div class="fill" style="background:#0d2a22;color:#b9d2c4">
    <p class="serif" style="position:absolute;left:72px;top:52px;font-size:30px;color:#f5e8c8">The packing shed</p>
    <p style="position:absolute;right:72px;top:54px;font-size:24px">Monday 16/11, 12:55 pm. The van comes at four.</p>
    <h1 style="position:absolute;left:69px;top:116px;font-size:62px;color:#f5e8c8;letter-spacing:-.035em">Forty-three tins, nineteen states</h1>
    <div style="position:absolute;left:72px;top:246px"><i data-point="d" style="left:0;top:-22px"></i>
    <svg width="900" height="720" viewBox="-5 -5 906 712" font-family="Anek Tamil Variable">${times(19, stamp)}
      <path d="M728 534h166v162H728z" fill="none" stroke="#4e7a69" stroke-width="2" stroke-dasharray="4 7"/>
      <text x="811" y="610" text-anchor="middle" font-size="21" fill="#9fc3b4">Abroad,</text><text x="811" y="638" text-anchor="middle" font-size="21" fill="#9fc3b4">from March</text>
    </svg></div>
    <div style="position:absolute;left:1030px;top:204px;width:498px">
      <p style="color:#e9a33b;font-weight:600;font-size:25px;margin-bottom:16px">Labels, newest first</p>
      <ol>${labels.map(label)}</ol>
      <p style="border-top:2px solid #f5e8c8;padding-top:12px;color:#f5e8c8;font-weight:600;font-size:24px;margin:2px 0 16px">Tins left in the shed</p>
      <svg width="498" height="166" viewBox="-2 0 498 166" font-family="Anek Tamil Variable">${left.map(jar)}</svg>
    </div>
  </div>`
