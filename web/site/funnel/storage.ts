import { sessionStore } from '#web/kit/storage.ts'

/** The key under which a visitor's way through the funnel is stored, in their window. */
export const funnelKey = 'funnel'

/** Whether this window has a way through the funnel to go on with. */
export const isFunnelStored = (): boolean => sessionStore.get(funnelKey) !== undefined

/** Forgets the way: it has led to an account. */
export const forgetFunnel = (): void => sessionStore.remove(funnelKey)
