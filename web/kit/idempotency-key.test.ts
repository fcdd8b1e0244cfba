import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HttpError } from '#web/http.ts'
import { useIdempotencyKey } from './useMutation.ts'

/** The keys of a component that stays drawn. */
function keys() {
  let keys: ReturnType<typeof useIdempotencyKey> | undefined
  renderToString(
    createElement(() => {
      keys = useIdempotencyKey()
      return null
    }),
  )
  return keys!
}
const refused = (status: number, isUnsure: boolean) =>
  Object.assign(new HttpError(status, { message: 'No' }), { isUnsure })

it.each([
  ['stays while it is unknown whether the change was made, though its last try was refused', 429, true, true],
  ['ends with a refusal', 429, false, false],
  ['ends where what stands refuses it, since what was made of it is told by that', 409, true, false],
])('the key of a change %s', (_, status, isUnsure, stays) => {
  const { keyFor, settle } = keys()
  const first = keyFor('change')
  settle(refused(status, isUnsure))
  expect(keyFor('change') === first).toBe(stays)
})
