import { strFromU8, unzipSync } from 'fflate'
import { dayInWords } from '#domain/time-zone.ts'

// Reads the text of an office document, for its preview. It runs in a worker, which is ended when it takes too long.
// The formats are zips of XML: ECMA-376 (docx, xlsx, pptx) and ISO/IEC 26300 (odt, ods, odp).

/** The beginning of a document: its text, or the rows of its first table; `isCut` where it goes on. */
export type OfficeContent = { text: string; rows?: string[][]; isCut: boolean }

/** How much is unpacked at most, in bytes, and shown, in characters, rows and columns. */
const maxUnpacked = 40_000_000
const maxText = 64 * 1024
const maxRows = 500
const maxColumns = 50

type Token = { text: string; tag?: undefined } | { text?: undefined; tag: string; name: string; isEnd: boolean }

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? entity
  const code = Number(name.replace(/^#x?/i, (mark) => (mark.length === 2 ? '0x' : '')))
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** What was deleted while changes were tracked, comments, and what is there again for older programs. */
const leftOut = new Set(['tracked-changes', 'annotation', 'Fallback'])

/** The texts and tags of an XML document, one after the other, without what is left out; the names without their prefixes. */
function* tokensOf(xml: string): Generator<Token> {
  let depth = 0
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    const end = start === -1 ? -1 : xml.indexOf('>', start)
    const text = xml.slice(at, start === -1 ? undefined : start)
    if (text && depth <= 0) yield { text: text.replace(/&(#?\w{1,8});/g, characterOf) }
    if (end === -1) return
    const tag = xml.slice(start + 1, end)
    const name = /^\/?(?:[\w-]{1,40}:)?([\w.-]{0,60})/.exec(tag)?.[1] ?? ''
    const isEnd = tag.startsWith('/')
    if (leftOut.has(name) && !tag.endsWith('/')) depth += isEnd ? -1 : 1
    if (depth <= 0) yield { tag, name, isEnd }
    at = end + 1
  }
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\s:])${name}="([^"]{0,400})"`).exec(tag)?.[1]

/** The paragraphs of a document. Its text stands in elements of some names: in others it is no one's to read. */
function paragraphsOf(xml: string, inside: ReadonlySet<string>): string {
  let text = ''
  let depth = 0
  for (const token of tokensOf(xml)) {
    if (text.length > maxText) break
    if (token.text !== undefined) {
      if (depth > 0) text += token.text
      continue
    }
    const { tag, name, isEnd } = token
    if (inside.has(name) && !tag.endsWith('/')) depth += isEnd ? -1 : 1
    if (/^(\w+:)?(tab|s)\/$/.test(tag)) text += name === 's' ? ' ' : '\t'
    if (name === 'br' || name === 'line-break' || (isEnd && (name === 'p' || name === 'h'))) text += '\n'
  }
  return text.trim()
}

const inText = new Set(['t'])
const inParagraphs = new Set(['p', 'h'])

/** The texts of elements of a name: the shared strings of a spreadsheet. */
function textsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  let isText = false
  for (const token of tokensOf(xml)) {
    if (token.text !== undefined) {
      if (isText && texts.length > 0) texts[texts.length - 1] += token.text
      continue
    }
    if (token.name === name && !token.isEnd) texts.push('')
    if (token.name === 't') isText = !token.isEnd && !token.tag.endsWith('/')
  }
  return texts
}

/** Returns which styles of cells are dates: specification of the formats, 18.8.30. */
function datesIn(styles: string): boolean[] {
  const custom = new Map<string, string>()
  const dates: boolean[] = []
  let isCell = false
  for (const token of tokensOf(styles)) {
    if (token.text !== undefined) continue
    const { tag, name, isEnd } = token
    if (name === 'numFmt') custom.set(attribute(tag, 'numFmtId') ?? '', attribute(tag, 'formatCode') ?? '')
    if (name === 'cellXfs') isCell = !isEnd
    if (name !== 'xf' || !isCell || isEnd) continue
    const id = attribute(tag, 'numFmtId') ?? '0'
    const format = (custom.get(id) ?? '').replace(/&quot;.*?&quot;|\[.*?\]/g, '')
    dates.push((Number(id) >= 14 && Number(id) <= 17) || id === '22' || /[yd]/i.test(format))
  }
  return dates
}

/** A day as spreadsheets count them, 1 being 1 January 1900 in a calendar that has a 29 February 1900. */
function dayOf(serial: number): string {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000)
  return Number.isNaN(date.getTime()) ? String(serial) : dayInWords(date.toISOString().slice(0, 10))
}

/** `C7` is in column 2. */
const columnOf = (place = ''): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

type TableRows = { rows: string[][]; isCut: boolean }

function rowsOfSheet(xml: string, shared: readonly string[], dates: readonly boolean[]): TableRows {
  const rows: string[][] = []
  let isCut = false
  let cell = ''
  let value = ''
  let isValue = false
  for (const token of tokensOf(xml)) {
    if (rows.length > maxRows) break
    if (token.text !== undefined) {
      if (isValue) value += token.text
      continue
    }
    const { tag, name, isEnd } = token
    if (name === 'row' && !isEnd) rows.push([])
    if (name === 'v' || name === 't') isValue = !isEnd && !tag.endsWith('/')
    if (name === 'c' && !isEnd) [cell, value] = [tag, '']
    const row = rows.at(-1)
    if (name !== 'c' || (!isEnd && !tag.endsWith('/')) || !row) continue
    const at = Math.max(row.length, columnOf(attribute(cell, 'r')))
    if (at >= maxColumns) {
      isCut ||= value !== ''
      continue
    }
    while (row.length < at) row.push('')
    const kind = attribute(cell, 't') ?? 'n'
    const isDate = kind === 'n' && value !== '' && dates[Number(attribute(cell, 's') ?? -1)]
    row.push(kind === 's' ? (shared[Number(value)] ?? '') : isDate ? dayOf(Number(value)) : value)
  }
  return { rows, isCut }
}

function rowsOfTable(xml: string): TableRows {
  const rows: string[][] = []
  let isCut = false
  let cell = ''
  let tables = 0
  let text = ''
  let depth = 0
  for (const token of tokensOf(xml)) {
    if (token.text !== undefined) {
      if (depth > 0) text += token.text
      continue
    }
    const { tag, name, isEnd } = token
    const isEmpty = tag.endsWith('/')
    if (name === 'table' && !isEnd) tables++
    if (tables > 1 || rows.length > maxRows) return { rows, isCut: true }
    if (name === 'table-row' && !isEnd) rows.push([])
    if (name === 'p' && !isEnd && text) text += ' '
    if (name === 'p' && !isEmpty) depth += isEnd ? -1 : 1
    if (!/^(covered-)?table-cell$/.test(name)) continue
    if (!isEnd) [cell, text] = [tag, '']
    if (!isEnd && !isEmpty) continue
    const row = rows.at(-1) ?? []
    const repeated = Number(attribute(cell, 'number-columns-repeated') ?? 1)
    const times = Math.min(repeated, maxColumns - row.length)
    isCut ||= times < repeated && text !== ''
    for (let n = 0; n < times; n++) row.push(text)
  }
  return { rows, isCut }
}

/** Without the empty cells and rows that end them, to which formats are spread. */
function trimmed(rows: string[][]): string[][] {
  const cells = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return cells.slice(0, cells.findLastIndex((row) => row.length > 0) + 1)
}

const parts = /^(content|word\/document|xl\/(sharedStrings|styles|worksheets\/sheet\d+)|ppt\/slides\/slide\d+)\.xml$/
const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)

/** The beginning of what a document says; `name` tells its format. Throws where it is none, or says too much. */
export function officeContent(name: string, file: Uint8Array): OfficeContent {
  let unpacked = 0
  const isWanted = (part: { name: string; originalSize: number }) => {
    if (!parts.test(part.name)) return false
    unpacked += part.originalSize
    if (unpacked > maxUnpacked) throw new Error('This document is too large to be shown')
    return true
  }
  const unzipped = unzipSync(file, { filter: isWanted })
  const xml = (part: string) => (unzipped[part] ? strFromU8(unzipped[part]) : '')
  const named = (pattern: RegExp) =>
    Object.keys(unzipped)
      .filter((part) => pattern.test(part))
      .sort((a, b) => numberIn(a) - numberIn(b))
  if (Object.keys(unzipped).length === 0) throw new Error('This is no document of an office program')
  const asTable = ({ rows, isCut }: TableRows, hasMore = false): OfficeContent => ({
    ...{ text: '', rows: trimmed(rows.slice(0, maxRows)) },
    isCut: isCut || hasMore || rows.length > maxRows,
  })
  const asText = (text: string): OfficeContent => ({ text: text.slice(0, maxText), isCut: text.length > maxText })
  switch (name.toLowerCase().split('.').at(-1)) {
    case 'docx':
      return asText(paragraphsOf(xml('word/document.xml'), inText))
    case 'pptx':
      return asText(
        named(/slides/)
          .map((part, at) => `${at + 1}.\n${paragraphsOf(xml(part), inText)}`)
          .join('\n\n'),
      )
    case 'xlsx': {
      const [first = '', ...others] = named(/worksheets/)
      const shared = textsOf(xml('xl/sharedStrings.xml'), 'si')
      return asTable(rowsOfSheet(xml(first), shared, datesIn(xml('xl/styles.xml'))), others.length > 0)
    }
    case 'ods':
      return asTable(rowsOfTable(xml('content.xml')))
    default:
      return asText(paragraphsOf(xml('content.xml'), inParagraphs))
  }
}

/** The request of a page to the worker, and its answer: nothing where the document cannot be read. */
export type OfficeRequest = { name: string; file: ArrayBuffer }

globalThis.onmessage = ({ data: { name, file } }: MessageEvent<OfficeRequest>) => {
  let content: OfficeContent | undefined
  try {
    content = officeContent(name, new Uint8Array(file))
  } catch {
    // It is damaged, locked by a password, or says too much.
  }
  postMessage(content)
}
