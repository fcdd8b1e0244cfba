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
const refused = (isUnsure: boolean) => Object.assign(new HttpError(429, { message: 'Too many requests' }), { isUnsure })

it.each([
  ['stays while it is unknown whether the change was made, though its last try was refused', true],
  ['ends with a refusal', false],
])('the key of a change %s', (_, isUnsure) => {
  const { keyFor, settle } = keys()
  const first = keyFor('change')
  settle(refused(isUnsure))
  expect(keyFor('change') === first).toBe(isUnsure)
})
