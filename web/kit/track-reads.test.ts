import { expect, it } from 'vitest'
import { trackReads } from './useMutation.ts'

it('messages are known to be shown once they were asked for', () => {
  const { messages, read } = trackReads({ name: 'Please enter a name', ticket: 'This is no ticket' })
  expect(messages.name).toBe('Please enter a name')
  expect([read.has('name'), read.has('ticket')]).toEqual([true, false])
})
