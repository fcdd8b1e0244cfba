import { describe, expect, it } from 'vitest'
import { asha, cancelled, completed, farhan, meera, opened, renamed } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { OrderRenamed, renameOrder } from './rename-order.ts'
import { cases, check, some, tries } from './testing-action.ts'

const name = { orderId: 'x1', title: 'Neelgiri Looms' }
const called = { type: 'OrderRenamed' as const, data: { title: 'Neelgiri Looms' } }
const problems = (title: unknown) =>
  renameOrder.input.safeParse({ ...name, title }).error?.issues.map(({ message }) => message)

export const ofRenameOrder = cases(renameOrder, {
  example: {
    given: [opened],
    by: meera,
    input: { title: 'Neelgiri Looms' },
    follows: [OrderRenamed({ title: 'Neelgiri Looms' })],
    said: 'Project renamed to Neelgiri Looms',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { OrderRenamed: ({ title }) => ({ title }) },
  tried: tries({ title: some('Neelgiri Looms', 'Asha Rao #3') }),
})

if (import.meta.vitest) {
  check(ofRenameOrder)

  describe('renaming an order', () => {
    it('gives it a name of its own', () => given(orders, opened).when(renameOrder, name, meera).then(called))
    it('does nothing the second time', () => given(orders, opened, renamed).when(renameOrder, name, meera).then())
    it('does nothing when that is its name from the beginning', () =>
      given(orders, opened)
        .when(renameOrder, { ...name, title: ' Asha Rao #3 ' }, meera)
        .then())
    it('may take the first name back', () =>
      given(orders, opened, renamed)
        .when(renameOrder, { ...name, title: 'Asha Rao #3' }, meera)
        .then({ type: 'OrderRenamed', data: { title: 'Asha Rao #3' } }))

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
      given(orders, opened, renamed, closed)
        .when(renameOrder, name, meera)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened).when(renameOrder, name, client).thenRefused('Sorry Not Allowed'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(renameOrder, name, meera).thenRefused('Not found'))

    it.each([undefined, null, 5, '', '  ', '\u200b'])('does not take %j for a name', (title) =>
      expect(problems(title)).toEqual(['Please enter a name']),
    )
    it.each(['Neelgiri\nLooms', 'Neelgiri\u0000Looms'])('is one line: not %j', (title) =>
      expect(problems(title)).toEqual(['Please remove the line breaks']),
    )
    it('is at most 120 characters long', () => {
      expect(problems('x'.repeat(120))).toBeUndefined()
      expect(problems('x'.repeat(121))).toEqual(['Please use at most 120 characters'])
    })
  })
}
