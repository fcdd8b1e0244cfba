import { describe, expect, it } from 'vitest'
import { pathOn } from './guards.ts'

const here = 'https://longhand.example'

describe('the way back after a login', () => {
  // spec: 4.24
  it('is a path on this site', () =>
    expect(pathOn(here, `${here}/order-detail/7?tab=files#last`)).toBe('/order-detail/7?tab=files#last'))
  it('may be given without the host', () => expect(pathOn(here, '/orders')).toBe('/orders'))
  it.each([
    'https://evil.example/orders',
    '//evil.example',
    '/\\evil.example',
    'https://longhand.example@evil.example/',
    'javascript:alert(1)',
    'http://longhand.example/',
    `${here}//evil.example`,
    'https://',
  ])('is not %s', (address) => expect(pathOn(here, address)).toBeUndefined())
})
