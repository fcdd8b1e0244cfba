import { toast } from './toast.ts'
import { type KeyFor, useMutation } from './useMutation.ts'

const notLoaded = 'This page couldn’t be updated. Reload it.'

/** Loads again by `reload` what a change was about. It was done also where that fails: then the page says what it lacks. */
export const loadAgain = (reload: () => Promise<unknown>): Promise<unknown> =>
  reload().catch(() => toast.error(notLoaded, { id: notLoaded }))

/**
 * A mutation that is a call. `change` makes it, loads again by `reload` what it changed, and then shows the message of the
 * answer by `show`, as another may be begun. It resolves to whether it was done, which does not depend on loading again.
 */
export function useChange() {
  const mutation = useMutation()
  async function change(
    send: (keyFor: KeyFor) => Promise<{ message: string }>,
    reload?: () => Promise<unknown>,
    show: (message: string) => unknown = toast.success,
  ) {
    let answer: { message: string } | undefined
    const done = await mutation.mutate(async (keyFor) => {
      answer = await send(keyFor)
      if (reload) await loadAgain(reload)
    })
    if (answer) show(answer.message)
    return done
  }
  return { ...mutation, change }
}
