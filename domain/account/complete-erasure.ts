import { z } from 'zod'
import { accountCommand } from './account.ts'

/** Records that nothing personal is left of a person who is being erased. */
export const completeErasure = accountCommand({
  roles: ['admin'],
  input: z.object({}),
  success: 'Data deleted',
  decide: ({ erasing }) => (erasing === undefined ? [] : [{ type: 'ErasureCompleted', data: {} }]),
})
