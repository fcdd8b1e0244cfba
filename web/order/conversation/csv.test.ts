import { describe, expect, it } from 'vitest'
import { rowsOfCsv } from './csv.ts'

describe('a table in a text', () => {
  it.each([
    ['commas', 'Loom,Price\nOne,4500\n'],
    ['semicolons, with line ends as Windows writes them', 'Loom;Price\r\nOne;4500\r\n'],
    ['tabs, without a line end', 'Loom\tPrice\nOne\t4500'],
    ['a mark of its encoding in front', '\uFEFFLoom,Price\nOne,4500'],
  ])('is read with %s', (_, text) =>
    expect(rowsOfCsv(text).rows).toEqual([
      ['Loom', 'Price'],
      ['One', '4500'],
    ]),
  )
  it('keeps separators, quotes and lines that stand in quotes', () =>
    expect(rowsOfCsv('Name,Says\nAsha,"Bread, at ""six""\nsharp"\n').rows).toEqual([
      ['Name', 'Says'],
      ['Asha', 'Bread, at "six"\nsharp'],
    ]))
  it('has empty cells where there are some', () =>
    expect(rowsOfCsv('a,,c\n,,').rows).toEqual([
      ['a', '', 'c'],
      ['', '', ''],
    ]))
  it('says where there are more rows than are shown', () =>
    expect([500, 501].map((count) => rowsOfCsv('a\n'.repeat(count)).isCut)).toEqual([false, true]))
  it('leaves out a last row that is cut in the middle', () =>
    expect(rowsOfCsv('a,b\nc,d\ne', true).rows).toHaveLength(2))
  it('has a row for an empty line, and none for an empty text', () => {
    expect(rowsOfCsv('a\n\nb').rows).toEqual([['a'], [''], ['b']])
    expect(rowsOfCsv('').rows).toEqual([])
  })
})
