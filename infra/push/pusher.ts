/** Where a browser can be reached, as its `PushSubscription` says it: keys are base64url. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A notice that a browser shows. `url` is a path of ours; notices with the same `tag` replace each other there. */
export type Notice = { title: string; body: string; url: string; tag: string }

/** This subscription has ended: no browser is reached by it any more. */
export class SubscriptionGone extends Error {
  override name = 'SubscriptionGone'
  constructor(cause?: unknown) {
    super('This device has unsubscribed', { cause })
  }
}

/** The push service will not have this notice. */
export class PushRefused extends Error {
  override name = 'PushRefused'
  constructor(status: number) {
    super(`The push service answered ${status}`)
  }
}

/** Sends to browsers that are not looking at us. */
export interface Pusher {
  /** The key that browsers subscribe with: an uncompressed point of P-256, base64url. */
  readonly publicKey: string
  /** Whether an endpoint is one that pushes may be sent to. */
  accepts(endpoint: string): boolean
  /** Resolves once the push service has the notice. Throws `SubscriptionGone`, `Unavailable`, `PushRefused`. */
  send(subscription: Subscription, notice: Notice): Promise<void>
  close(): Promise<void>
}
