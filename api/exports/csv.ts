import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { toWireRupees } from '#domain/money.ts'

/** A number in a table: text as it stands, which no formula is looked for in. */
type NumberCell = { value: string; escape_formulas: false }
export type Cell = string | number | NumberCell | undefined

/** A table's columns by their heads, each with what it shows of a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Rupees, with a minus where there is one: `-22500.50`. */
export const rupeesCell = (paise: number): NumberCell => ({ value: toWireRupees(paise), escape_formulas: false })

/**
 * Answers a table as CSV for spreadsheets: UTF-8 with a byte order mark, and no text that a spreadsheet would take for a
 * formula. It is written as fast as its reader takes it; a failure half way breaks the answer off, so that no one takes
 * it for the whole. Throws what the first row throws, with nothing answered.
 */
export async function answerCsv<Row>(
  response: Response,
  filename: string,
  columns: Columns<Row>,
  rows: AsyncGenerator<Row>,
): Promise<void> {
  const { stringify } = await import('csv-stringify')
  const first = await rows.next()
  async function* records(): AsyncGenerator<Cell[]> {
    try {
      if (first.done) return
      yield Object.values(columns).map((cell) => cell(first.value))
      for await (const row of rows) yield Object.values(columns).map((cell) => cell(row))
    } finally {
      await rows.return(undefined)
    }
  }
  response.type('text/csv').attachment(filename)
  const table = stringify({
    bom: true,
    header: true,
    columns: Object.keys(columns),
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { object: (cell) => cell as never },
  })
  await pipeline(Readable.from(records()), table, response)
}
