import { describe, expect, it } from 'vitest'
import { asha, meera } from '#domain/samples.ts'
import { ownWork } from '#domain/site/testing.ts'
import { works } from '#domain/site/works.ts'
import { given } from '#domain/testing.ts'
import { exampleTexts, type PortfolioTexts, portfolios, publishedWorks, worksOf } from './portfolio.ts'
import { reviseWork } from './revise-work.ts'

const [first, second] = works as [(typeof works)[number], (typeof works)[number]]
const revised = (data: PortfolioTexts) => ({ type: 'PortfolioRevised', data: { works: data } }) as const
const before: PortfolioTexts = { 2: { title: 'Steel, by the day' } }
const earlier = { ...revised(before), by: meera, at: '2026-11-15T09:00:00.000Z' }
const when = (changes: object, by = meera) => given(portfolios, earlier).when(reviseWork, changes as never, by)
const points = ['One.', 'Two.', 'Three.', 'Four.', 'Five.']

describe('writing about a project', () => {
  it('writes one text, and leaves the others', () => {
    when({ id: 1, title: ' Tea ' }).then(revised({ ...before, 1: { title: 'Tea' } }))
    when({ id: 2, points }).then(revised({ 2: { title: 'Steel, by the day', points } }))
  })
  it('goes back to what the content says', () => {
    when({ id: 2, title: null }).then(revised({}))
    when({ id: 2, title: second.title }).then(revised({}))
  })
  it('does nothing when nothing is different', () => {
    when({ id: 1, title: first.title, points: first.points }).then()
    when({ id: 1, description: null }).then()
  })
  it('is not for clients', () => when({ id: 1, title: 'Tea' }, asha).thenRefused('Sorry Not Allowed'))
  it.each([
    ['id', { id: 7, title: 'x' }],
    ['id', { title: 'x' }],
    ['', { id: 1 }],
    ['title', { id: 1, title: ' ' }],
    ['website', { id: 1, website: 'javascript:alert(1)' }],
    ['points', { id: 1, points: points.slice(1) }],
    ['points.2', { id: 1, points: points.with(2, '') }],
    ['', { id: 1, images: ['x.png'] }],
  ])('does not take a wrong %s', (field, changes) => {
    const { error } = reviseWork.input.safeParse(changes)
    expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field])
  })
})

describe('the portfolio', () => {
  // spec: 3.1
  it('has six projects with five points each', () => {
    expect(works.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(works.every(({ points }) => points.length === 5)).toBe(true)
  })
  it('publishes the examples in the demo alone, and of a real agency what has none of their texts left', () => {
    const { id: _, images: __, ...texts } = ownWork(second)
    expect(publishedWorks({}, true)).toEqual(works)
    expect(publishedWorks({}, false)).toEqual([])
    expect(publishedWorks({ 1: { title: 'Tea' }, 2: texts }, false)).toEqual([ownWork(second)])
    const partly = { ...texts, points: texts.points.with(4, second.points[4]!) }
    expect(exampleTexts({ ...second, ...partly, client: second.client })).toEqual(['client', 'points'])
  })
  it('shows the texts as they were written, and the pictures of the content', () =>
    expect(worksOf({ 2: { title: 'Steel' } }).slice(0, 2)).toEqual([first, { ...second, title: 'Steel' }]))
})
