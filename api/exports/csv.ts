import type { Response } from 'express'
import { streamed } from '#api/http/streamed.ts'
import { toWireRupees } from '#domain/money.ts'

/** A number in a table: text as it stands, which no formula is looked for in. */
type NumberCell = { value: string; escape_formulas: false }
type Cell = string | number | NumberCell | undefined

/** A table's columns by their heads, each with what it shows of a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Rupees, with a minus where there is one: `-22500.50`. */
export const rupeesCell = (paise: number): NumberCell => ({ value: toWireRupees(paise), escape_formulas: false })

/** How many rows are written as text at a time. */
const rowsAtOnce = 50

/**
 * Sends a table as CSV for spreadsheets: UTF-8 with a byte order mark, and no text that a spreadsheet would take for a
 * formula. See `streamed` for failures.
 */
export const answerCsv = <Row>(
  response: Response,
  filename: string,
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
): Promise<void> => streamed(response, { type: 'text/csv', filename }, csv(columns, rows))

async function* csv<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync')
  const cells = Object.values(columns)
  const write = (records: Cell[][]) =>
    stringify(records, {
      escape_formulas: true,
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/, // by itself it quotes CRLF alone, and a row would end where a line of text does
      cast: { object: (cell) => cell as never },
    })
  let records: Cell[][] = [Object.keys(columns)]
  yield '\ufeff'
  for await (const row of rows) {
    records.push(cells.map((cell) => cell(row)))
    if (records.length < rowsAtOnce) continue
    yield write(records)
    records = []
  }
  yield write(records)
}
