import { describe, expect, it } from 'vitest'
import { agencyChanges } from './setting-forms.ts'

const values = {
  name: 'Looms',
  youtube: '',
  'upi.id': 'looms@bank',
  'upi.payee': '',
  'bank.ifsc': '',
  'bank.bank': '',
}

describe('what a form of the agency sends', () => {
  it('is what was touched alone', () => expect(agencyChanges({ name: ' Sons ' }, values)).toEqual({ name: 'Sons' }))
  it('takes away what was made blank', () => expect(agencyChanges({ name: ' ' }, values)).toEqual({ name: null }))
  it('is a part with what stands in its other fields, and without the blank ones', () => {
    expect(agencyChanges({ 'upi.payee': 'Looms & Sons' }, values)).toEqual({
      upi: { id: 'looms@bank', payee: 'Looms & Sons' },
    })
    expect(agencyChanges({ 'bank.ifsc': 'ABCD' }, values)).toEqual({ bank: { ifsc: 'ABCD' } })
  })
  it('takes a part away once all of it is blank', () =>
    expect(agencyChanges({ 'upi.id': '' }, values)).toEqual({ upi: null }))
})
