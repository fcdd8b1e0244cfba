import { describe, expect, it } from 'vitest'
import { rowsOfCsv } from './csv.ts'

describe('a table in a text', () => {
  it.each([
    ['commas', 'Loom,Price\nOne,4500\n'],
    ['semicolons, with line ends as Windows writes them', 'Loom;Price\r\nOne;4500\r\n'],
    ['tabs, without a line end', 'Loom\tPrice\nOne\t4500'],
    ['a mark of its encoding in front', '\uFEFFLoom,Price\nOne,4500'],
  ])('is read with %s', (_, text) =>
    expect(rowsOfCsv(text)).toEqual([
      ['Loom', 'Price'],
      ['One', '4500'],
    ]),
  )
  it('keeps separators, quotes and lines that stand in quotes', () =>
    expect(rowsOfCsv('Name,Says\nAsha,"Bread, at ""six""\nsharp"\n')).toEqual([
      ['Name', 'Says'],
      ['Asha', 'Bread, at "six"\nsharp'],
    ]))
  it('has empty cells where there are some', () =>
    expect(rowsOfCsv('a,,c\n,,')).toEqual([
      ['a', '', 'c'],
      ['', '', ''],
    ]))
  it('leaves out a last row that is cut in the middle', () => expect(rowsOfCsv('a,b\nc,d\ne', true)).toHaveLength(2))
  it('has a row for an empty line, and none for an empty text', () => {
    expect(rowsOfCsv('a\n\nb')).toEqual([['a'], [''], ['b']])
    expect(rowsOfCsv('')).toEqual([])
  })
})
