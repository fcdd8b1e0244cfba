import { expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret of the server', 'webhook')
const sealed = seal.close('whsec_abc, ₹', 'webhook-1')

it('opens what it closed', () => expect(seal.open(sealed, 'webhook-1')).toBe('whsec_abc, ₹'))
it('does not show what it holds, and closes the same text differently each time', () => {
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('whsec_abc')
  expect(seal.close('whsec_abc, ₹', 'webhook-1')).not.toBe(sealed)
})
it.each([
  ['for something else', () => seal.open(sealed, 'webhook-2')],
  ['with another secret', () => createSeal('another secret', 'webhook').open(sealed, 'webhook-1')],
  ['for another purpose', () => createSeal('a secret of the server', 'other').open(sealed, 'webhook-1')],
  [
    'when it was changed',
    () =>
      seal.open(
        sealed.replace(/.(?=..$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
        'webhook-1',
      ),
  ],
  ['when its tag was cut short', () => seal.open(seal.close('', 'webhook-1').slice(0, 27), 'webhook-1')],
  ['when it is none', () => seal.open('', 'webhook-1')],
])('does not open %s', (_, open) => expect(open).toThrow())
