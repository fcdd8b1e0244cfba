import { expect, it } from 'vitest'
import { cancellationClause } from './invoice-rows.ts'

it('says who would cancel, and when', () => {
  expect(cancellationClause('client', false)).toBe('you cancelled today')
  expect(cancellationClause('admin', true)).toBe('the client had cancelled that day')
})
