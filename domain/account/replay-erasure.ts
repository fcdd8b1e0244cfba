import { z } from 'zod'
import { accountCommand } from './account.ts'

/** Erases a person who was erased before, and whom a restored backup has brought back. */
export const replayErasure = accountCommand({
  roles: ['admin'],
  input: z.object({}),
  success: 'Data deleted again',
  decide: ({ erasing }) => (erasing === undefined ? [{ type: 'AccountErased', data: {} }] : []),
})
