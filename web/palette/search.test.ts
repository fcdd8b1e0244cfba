import { describe, expect, it, vi } from 'vitest'
import { HttpError } from '#web/http.ts'
import { fitting, isMatch, liveSearch, type PaletteItem, type Source, withoutRepeats } from './search.ts'

const order = (title: string): PaletteItem => ({ label: title, path: `/order-detail/${title}` })

/** A server that answers when it is told to. */
function slowServer() {
  const requests: { query: string; signal: AbortSignal; answer: PromiseWithResolvers<PaletteItem[]> }[] = []
  const source: Source = {
    heading: 'Orders',
    search(query, signal) {
      const answer = Promise.withResolvers<PaletteItem[]>()
      requests.push({ query, signal, answer })
      return answer.promise
    },
  }
  const requestFor = (query: string) =>
    vi.waitFor(() => requests.find((each) => each.query === query) ?? Promise.reject())
  return { source, requests, requestFor }
}
const labels = (search: ReturnType<typeof liveSearch>) =>
  search.now().groups.flatMap(({ items }) => items.map(({ label }) => label))

describe('a search while one types', () => {
  it('asks once the typing pauses, not with every letter', async () => {
    const { source, requests, requestFor } = slowServer()
    const search = liveSearch([source], 5)
    for (const words of ['f', 'fa', 'far']) search.search(words)
    expect(search.now().pending).toBe(true)
    ;(await requestFor('far')).answer.resolve([order('Farhan')])
    await vi.waitFor(() => expect(labels(search)).toEqual(['Farhan']))
    expect(search.now().pending).toBe(false)
    expect(requests.map(({ query }) => query)).toEqual(['far'])
  })

  it('gives up what was asked before, and never shows its answer', async () => {
    const { source, requestFor } = slowServer()
    const search = liveSearch([source], 0)
    search.search('asha')
    const first = await requestFor('asha')
    search.search('farhan')
    expect(first.signal.aborted).toBe(true)
    ;(await requestFor('farhan')).answer.resolve([order('Farhan')])
    first.answer.resolve([order('Asha')])
    await vi.waitFor(() => expect(labels(search)).toEqual(['Farhan']))
    await new Promise((turn) => setImmediate(turn)) // all that the late answer causes has happened
    expect(labels(search)).toEqual(['Farhan'])
  })

  it('shows of the last answer what fits the new words, until theirs has come', async () => {
    const { source, requestFor } = slowServer()
    const search = liveSearch([source], 0)
    search.search('a')
    ;(await requestFor('a')).answer.resolve([order('Asha Rao'), order('Anil Mehta')])
    await vi.waitFor(() => expect(labels(search)).toHaveLength(2))
    search.search('as')
    expect([labels(search), search.now().pending]).toEqual([['Asha Rao'], true])
  })

  it('says what could not be searched, shows the rest, and can be tried again', async () => {
    let fails = true
    const leads: Source = {
      heading: 'Leads',
      search: async () => {
        if (fails) throw new HttpError(503, { message: 'The lists are away' })
        return [order('Lata')]
      },
    }
    const orders: Source = { heading: 'Orders', search: async () => [order('Asha')] }
    const search = liveSearch([orders, leads], 0)
    search.search('a')
    await vi.waitFor(() => expect(search.now().pending).toBe(false))
    expect(labels(search)).toEqual(['Asha'])
    expect(search.now().failed).toEqual({ headings: ['Leads'], message: 'The lists are away' })
    fails = false
    search.retry()
    await vi.waitFor(() => expect(labels(search)).toEqual(['Asha', 'Lata']))
    expect(search.now().failed).toBeUndefined()
  })

  it('finds nothing for no words', async () => {
    const { source, requests } = slowServer()
    const search = liveSearch([source], 0)
    search.search('a')
    search.search('  ')
    expect(search.now()).toEqual({ groups: [], pending: false })
    expect(requests).toEqual([])
  })
})

describe('an item', () => {
  it.each([
    ['asha r', 'Asha Rao #2', true],
    ['rao asha', 'Asha Rao #2', true],
    ['sha', 'Asha Rao #2', false],
    ['andre', 'André Gide', true],
    ['lodz', 'Łódź Looms', true],
    ['hauptstrasse', 'Hauptstraße 4', true],
    ['oneill', 'O’Neill #2', true],
    ['a', 'Asha Rao #2', true],
    ['2', 'Asha Rao #2', true],
    ['', 'Anything', true],
  ])('is found by the beginnings of its words: %j in %j: %s', (query, text, found) =>
    expect(isMatch(query, text)).toBe(found),
  )

  it('is found by other words too', () =>
    expect(
      fitting('bank', { heading: 'Go to', items: [{ label: 'Agency', words: 'bank upi', path: '/agency' }] }).items,
    ).toHaveLength(1))

  it('that is called so comes before one that is found by other words', () => {
    const items = [
      { label: 'Agency', words: 'bank upi', path: '/agency' },
      { label: 'Bank and UPI', path: '/agency#bank' },
    ]
    expect(fitting('bank', { heading: 'Go to', items }).items.map(({ label }) => label)).toEqual([
      'Bank and UPI',
      'Agency',
    ])
  })

  it('stands once, where it comes first', () =>
    expect(
      withoutRepeats([
        { heading: 'Recent', items: [order('A')] },
        { heading: 'Go to', items: [] },
        { heading: 'Orders', items: [order('A'), order('B')] },
      ]),
    ).toEqual([
      { heading: 'Recent', items: [order('A')] },
      { heading: 'Orders', items: [order('B')] },
    ]))
})
