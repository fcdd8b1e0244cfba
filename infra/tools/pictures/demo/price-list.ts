import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Cotton',
    [
      ['Plain, eighty threads', '2,400'],
      ['With a woven border', '3,150'],
      ['Checks, six colours', '3,600'],
      ['Mysuru stripe', '3,900'],
    ],
  ],
  [
    'Silk',
    [
      ['Plain, one colour', '9,800'],
      ['Temple border, red and gold', '14,500'],
      ['Half and half', '16,200'],
      ['Wedding, zari on both ends', '28,000'],
      ['Wedding, with a name woven in', '34,500'],
    ],
  ],
  [
    'Stoles',
    [
      ['Cotton', '900'],
      ['Silk', '2,200'],
      ['Woven in a day by a guest', '2,800'],
    ],
  ],
]

/** Asha's price list, a sheet of A5 to be printed as a PDF. `corrected`: with the line that was forgotten first. */
export const priceList = (corrected: boolean) => html`
  <style>
    @page { size: A5; margin: 0 }
    body { width: 148mm; height: 209mm; overflow: hidden; background: #fff; color: #2a1016; font: 13.500px/1.5 "Tiro Devanagari Hindi", serif; padding: 13mm 14mm }
    .border { position: absolute; left: 0; top: 0 }
    h1 { font: 400 40px/1 "Rozha One", serif; color: #7a1f3d } h2 { font: 400 19px/1 "Rozha One", serif; margin: 6mm 0 1.500mm; color: #7a1f3d }
    p.row { display: flex; border-bottom: .3mm solid #d9c3b0; padding: 1mm 0 } p.row span { margin-left: auto }
  </style>
  <svg class="border" width="22" height="792" viewBox="0 0 22 792"><path d="M0 0h22v792H0z" fill="#7a1f3d"/>${times(26, (at) => `<path d="M0 ${at * 31 + 12}h22v4H0z" fill="#c8963c"/><path d="M0 ${at * 31 + 20}h22v8H0z" fill="#2f5d50"/>`)}</svg>
  <h1>Neelgiri Looms</h1><p style="margin-top:2mm"><i>What each sari costs. Twelve looms in Mysuru</i></p>
  ${groups.map(([group, rows]) => html`<h2>${group}</h2>${rows.filter(([name]) => corrected || !name.includes('name woven')).map(([name, price]) => html`<p class="row">${name}<span>₹${price}</span></p>`)}`)}
  <p style="margin-top:6mm">Prices are with GST. A sari is six metres and a blouse piece. Ring twice: the looms are loud.</p>`
