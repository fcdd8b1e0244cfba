import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { officeContent } from './office-text.ts'

const zipped = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
const content = (name: string, parts: Record<string, string>) => officeContent(name, zipped(parts))

const odf = (body: string) => ({ 'content.xml': `<office:body>${body}</office:body>`, 'styles.xml': '<p>Style</p>' })

describe('what a document says', () => {
  // spec: 2.102
  it('is its paragraphs, without what is not its text', () => {
    const document =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Silk &amp; cotton</w:t><w:tab/><w:t xml:space="preserve"> &#x20B9;45</w:t></w:r></w:p>' +
      '<w:p><w:r><w:instrText>PAGE</w:instrText><w:delText>gone</w:delText><w:t>Two</w:t><w:br/><w:t>lines</w:t></w:r></w:p>'
    expect(content('Prices.DOCX', { 'word/document.xml': document })).toEqual({
      text: 'Silk & cotton\t ₹45\nTwo\nlines',
      isCut: false,
    })
    expect(content('a.odt', odf('<text:h>Saris</text:h><text:p>Silk<text:tab/>and<text:s/>cotton</text:p>')).text).toBe(
      'Saris\nSilk\tand cotton',
    )
  })
  it('has neither what was deleted while changes were tracked nor comments', () => {
    const deleted =
      '<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Asha</dc:creator></office:change-info>' +
      '<text:p>too dear</text:p></text:deletion></text:changed-region></text:tracked-changes>'
    const comment =
      '<office:annotation office:name="1"><dc:creator>Asha</dc:creator><dc:date>2026-11-15</dc:date><text:p>really?</text:p></office:annotation>'
    const text = `${deleted}<text:p>Silk${comment}, ₹45<office:annotation-end office:name="1"/></text:p>`
    expect(content('a.odt', odf(text)).text).toBe('Silk, ₹45')
    const cell = `<table:table-cell>${comment}<text:p>Sari</text:p></table:table-cell>`
    const table = `<table:tracked-changes>${cell}</table:tracked-changes><table:table><table:table-row>${cell}</table:table-row></table:table>`
    expect(content('a.ods', odf(table)).rows).toEqual([['Sari']])
  })
  it('has a text box once, though older programs find it a second time', () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>Offer</w:t></w:r></w:p></w:txbxContent>'
    const document = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`
    expect(content('a.docx', { 'word/document.xml': document }).text).toBe('Offer')
  })
  it('is its slides, in their order', () => {
    const slide = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
    const slides = { 'ppt/slides/slide10.xml': slide('last'), 'ppt/slides/slide2.xml': slide('first') }
    expect(content('a.pptx', slides).text).toBe('1.\nfirst\n\n2.\nlast')
  })
  it('is the first table of a spreadsheet, with its dates as days', () => {
    const sheet =
      '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Price</t></is></c></row>' +
      '<row><c r="A2" s="1"><v>46341</v></c><c r="B2" s="1" t="n"><v>46342</v></c><c r="C2"><v>4500</v></c><c r="ZZ2"><v>1</v></c></row><row/>'
    const parts = {
      'xl/sharedStrings.xml': '<sst><si><r><t>Sold </t></r><r><t>on</t></r></si></sst>',
      'xl/styles.xml':
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      'xl/worksheets/sheet1.xml': sheet,
      'xl/worksheets/sheet2.xml': '<row/>',
    }
    expect(content('a.xlsx', parts)).toEqual({
      text: '',
      rows: [
        ['Sold on', '', 'Price'],
        ['15/11/2026', '16/11/2026', '4500'],
      ],
      isCut: true,
    })
    const table =
      '<table:table><table:table-row><table:table-cell><text:p>Asha</text:p><text:p>Rao</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16383"/></table:table-row></table:table>'
    expect(content('a.ods', odf(table))).toMatchObject({ rows: [['Asha Rao']], isCut: false })
    const wide = `<table:table><table:table-row>${'<table:table-cell><text:p>1</text:p></table:table-cell>'.repeat(51)}</table:table-row></table:table>`
    expect(content('a.ods', odf(wide)).isCut).toBe(true)
    const narrow = { 'xl/worksheets/sheet1.xml': '<row><c r="A1"><v>1</v></c></row>' }
    const cut = { 'xl/worksheets/sheet1.xml': '<row><c r="A1"><v>1</v></c><c r="ZZ1"><v>1</v></c></row>' }
    expect([narrow, cut].map((parts) => content('a.xlsx', parts).isCut)).toEqual([false, true])
  })
  it('ends where it is long, and says so', () => {
    const { text, isCut } = content('a.odt', odf(`<text:p>${'sari '.repeat(40_000)}</text:p>`))
    expect([text.length, isCut]).toEqual([64 * 1024, true])
  })
  it.each<[string, Uint8Array]>([
    ['no zip', strToU8('A letter')],
    ['a zip of something else', zipped({ 'readme.txt': 'A letter' })],
    ['a zip that unpacks to more than a page has room for', zipped({ 'content.xml': ' '.repeat(41_000_000) })],
  ])('is nothing of %s', (_, file) => expect(() => officeContent('a.odt', file)).toThrow())
})
