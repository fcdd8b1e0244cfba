import { expect, it } from 'vitest'
import { places } from './places.ts'

it('leads from each setting but the agency’s own to its section of the page', () => {
  const settings = Object.entries(places).filter(([kind, { is }]) => is === 'settings' && kind !== 'agency')
  expect(settings.map(([, { path }]) => path!(''))).toEqual([
    '/agency#invoices',
    '/agency#prices',
    '/agency#terms',
    '/agency#portfolio',
    '/agency#mails',
  ])
})
