import { expect, it } from 'vitest'
import { upiLink } from './agency.ts'

it('makes a link of a UPI address that a payment app understands', () =>
  expect(upiLink({ id: 'looms@bank', payee: 'Looms & Sons' })).toBe(
    'upi://pay?pa=looms@bank&pn=Looms%20%26%20Sons&cu=INR',
  ))
