import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold } from '#domain/event.ts'
import { meera } from '#domain/samples.ts'
import { isScheme, seriesOf, usualSchemes } from '#domain/settings/billing.ts'
import { recorded } from '#domain/testing.ts'
import { type DocumentNumberEvent, documentNumberCommands, documentNumbers, NumberOpen } from './document-numbers.ts'

const { reserveNumber, settleNumber } = documentNumberCommands
const at = '2026-11-16T09:00:00.000Z'

/** A stream of numbers, and what is done with it. */
function numbering() {
  const events: DocumentNumberEvent[] = []
  const state = () =>
    fold(
      documentNumbers,
      recorded(
        'document_numbers-1',
        events.map((event) => ({ ...event, by: meera, at })),
      ),
    )
  const reservation = (documentId: string, series: string) => ({
    ...{ documentId, series, orderId: 'order-1', clientId: 'asha', revision: 7, command: 'issueInvoice' },
    input: '{}',
  })
  return {
    events,
    state,
    reserve: (documentId: string, series = 'LH/2026/{n}') =>
      events.push(...perform(reserveNumber, state(), reservation(documentId, series), { by: meera, at })),
    settle: (documentId: string, isIssued: boolean) =>
      events.push(...perform(settleNumber, state(), { documentId, isIssued }, { by: meera, at })),
  }
}

describe('a number', () => {
  it('is the next of its series', () => {
    const { events, reserve, settle } = numbering()
    for (const [id, series] of [['a'], ['b'], ['c', 'CN/{n}'], ['d']] as const) {
      reserve(id, series)
      settle(id, true)
    }
    const numbers = events.flatMap(({ type, data }) => (type === 'DocumentNumberReserved' ? [data.number] : []))
    expect(numbers).toEqual(['LH/2026/1', 'LH/2026/2', 'CN/1', 'LH/2026/3'])
  })
  it('is the next document’s once it is freed', () => {
    const { state, reserve, settle } = numbering()
    reserve('a')
    settle('a', false)
    reserve('b')
    expect(state().open).toMatchObject({ documentId: 'b', number: 'LH/2026/1' })
  })
  it('is reserved while no other is', () => {
    const { reserve } = numbering()
    reserve('a')
    expect(() => reserve('b', 'CN/{n}')).toThrow(NumberOpen)
  })
  it('is reserved once for a document, and settled once, whichever request comes second', () => {
    const { events, reserve, settle } = numbering()
    reserve('a')
    reserve('a')
    settle('a', true)
    settle('a', false)
    settle('b', false)
    expect(events.map(({ type }) => type)).toEqual(['DocumentNumberReserved', 'DocumentNumberUsed'])
  })
  it('has neither gaps nor doubles, whichever documents are refused', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ series: fc.constantFrom('A/{n}', 'B/{n}'), isIssued: fc.boolean() })), (all) => {
        const { state, reserve, settle } = numbering()
        const issued: string[] = []
        for (const [nth, { series, isIssued }] of all.entries()) {
          reserve(String(nth), series)
          if (isIssued) issued.push(state().open!.number)
          settle(String(nth), isIssued)
        }
        for (const series of ['A', 'B']) {
          const ofSeries = issued.filter((number) => number.startsWith(series))
          expect(ofSeries).toEqual(ofSeries.map((_, at) => `${series}/${at + 1}`))
        }
      }),
    ))
})

describe('a scheme', () => {
  it('has the year of the day in it, or the Indian financial year', () => {
    expect(seriesOf('LH/{year}/{n}', '2026-11-16')).toBe('LH/2026/{n}')
    expect(['2026-03-31', '2026-04-01', '2099-12-31'].map((day) => seriesOf('{fy}-{n}', day))).toEqual([
      '2025-26-{n}',
      '2026-27-{n}',
      '2099-00-{n}',
    ])
  })
  it.each([...Object.values(usualSchemes), 'LH-{n}', 'LH/{year}/{n}'])('may be %s', (scheme) =>
    expect(isScheme(scheme)).toBe(true),
  )
})
