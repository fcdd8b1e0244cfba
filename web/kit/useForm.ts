import type { ZodType } from 'zod'
import { HttpError } from '#web/http.ts'
import type { Entries } from './Form.tsx'
import { check, type KeyFor, useMutation } from './useMutation.ts'

/**
 * A form that is checked here by the schema its call has, and then sent by `send`, once at a time. `errors` has a message
 * for each field that will not do, ours or the server's; `correct` takes it back while the field is written in.
 * `options` are those of `useMutation`, and `onTooMany`: told when it is refused for too many tries.
 */
export function useForm<T>(
  input: ZodType<T>,
  send: (data: T, keyFor: KeyFor) => Promise<unknown>,
  { onTooMany, ...options }: Parameters<typeof useMutation>[0] & { onTooMany?: ((data: T) => void) | undefined } = {},
) {
  const { mutate, ...form } = useMutation(options)

  const submit = (entries: Entries | object) =>
    mutate(async (keyFor) => {
      const data = await check(input, entries)
      try {
        await send(data, keyFor)
      } catch (error) {
        if (error instanceof HttpError && error.status === 429) onTooMany?.(data)
        throw error
      }
    })

  return { submit, ...form }
}
