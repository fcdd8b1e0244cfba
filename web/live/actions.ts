import { HttpError } from '#web/http.ts'

type Actions = Pick<typeof import('#domain/order/actions.ts'), 'orderCommands' | 'overviewPlace' | 'sentence'> &
  Pick<typeof import('./live-order.ts'), 'liveOrder'>

let loaded: Actions | undefined
let loading: Promise<Actions> | undefined

/**
 * Loads what may happen to an order and be done to it, once, and what follows it live. An order's page is drawn without, by how
 * the order stands, and needs it as soon as something changes. Throws `HttpError` where it does not come; the next call tries
 * again.
 */
export function loadActions(): Promise<Actions> {
  loading ??= Promise.all([import('#domain/order/actions.ts'), import('./live-order.ts')]).then(
    ([{ orderCommands, overviewPlace, sentence }, { liveOrder }]) => {
      loaded = { orderCommands, overviewPlace, sentence, liveOrder }
      return loaded
    },
    () => {
      loading = undefined
      throw new HttpError(0, { message: 'This part of the page couldn’t be loaded.' })
    },
  )
  return loading
}

/** The same, undefined until it has come. */
export const loadedActions = (): Actions | undefined => loaded
