/** How many rows of a table are shown: the rest is in the download. */
const maxRows = 500

/**
 * The rows of a text of comma-separated values (RFC 4180; semicolons and tabs are taken too), as many as are shown, and
 * whether there are more. With `isCut` the text is only the beginning of one, and its last row is left out.
 */
export function rowsOfCsv(text: string, isCut = false): { rows: string[][]; isCut: boolean } {
  const separator = separatorIn(text)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const content = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < content.length && rows.length <= maxRows + 1; at++) {
    const character = content[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (content[at + 1] === '"') cell += content[++at]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      rows.at(-1)!.push(cell)
      cell = ''
    } else if (character === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''))
      cell = ''
      rows.push([])
    } else cell += character
  }
  if (cell !== '' || rows.at(-1)!.length > 0) rows.at(-1)!.push(cell)
  else rows.pop()
  if (isCut) rows.pop()
  return { rows: rows.slice(0, maxRows), isCut: isCut || rows.length > maxRows }
}

/** Finds the separator of cells: whichever of the three the first line has most of. */
function separatorIn(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
