import { expect, it } from 'vitest'
import { entriesIn } from './CommandForm.tsx'

it.each([
  ['', {}],
  ['{"reason":"One page less","landing page":"1000"}', { reason: 'One page less', 'landing page': '1000' }],
  ['{"reason":7,"amount":"9"}', { amount: '9' }],
  ['null', {}],
  ['{"reason":', {}],
])('what was kept as %s is read without what is no text', (text, entries) => expect(entriesIn(text)).toEqual(entries))
