import { createHash, createHmac } from 'node:crypto'
import { type Request, type RequestHandler, Router, raw } from 'express'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { Invalid, NotFound, Refusal } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { orderCommands } from '#domain/order/actions.ts'
import { orderId } from '#domain/order/input.ts'
import { dayOf } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { isSame } from '#infra/secret.ts'

/** A payment that a provider has received: `amount` in paise, `at` in milliseconds since 1970. */
type Received = { id: string; amount: number; currency: string; orderId: string | undefined; at: number }

/**
 * The id of a provider’s payment, the same however often it is told of. A digest: what the provider calls it is the payer’s,
 * and is forgotten with them, while ids stay.
 */
const paymentIdOf = (provider: string, id: string): string =>
  `${provider}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`

type Provider = {
  name: 'Stripe' | 'Razorpay'
  path: string
  isSigned(request: Request<unknown, unknown, Buffer>, secret: string, now: number): boolean
  /** The payment that a message is about. `unreadable`: its type says one, its shape is not known. Undefined: something else. */
  paymentIn(message: unknown): Received | 'unreadable' | undefined
}

const metadata = z.looseObject({ order_id: z.string().optional() }).nullish()

const stripeMessage = z.looseObject({
  created: z.number(),
  data: z.looseObject({
    object: z.looseObject({
      id: z.string(),
      payment_intent: z.string().nullish(),
      payment_status: z.string().optional(),
      amount_received: z.int().optional(),
      amount_total: z.int().nullish(),
      currency: z.string().nullish(),
      metadata,
    }),
  }),
})

/** A message of Stripe's about money that has arrived: of a payment, or of its checkout. Both name the payment. */
const ofStripePayment = z.looseObject({
  type: z.enum(['payment_intent.succeeded', 'checkout.session.completed', 'checkout.session.async_payment_succeeded']),
})

const stripe: Provider = {
  name: 'Stripe',
  path: '/api/webhooks/stripe',
  isSigned: ({ body, headers }, secret, now) =>
    isSignedByStripe(body, String(headers['stripe-signature'] ?? ''), secret, now),
  paymentIn(message) {
    const { data: said } = stripeMessage.safeParse(message)
    if (!ofStripePayment.safeParse(message).success) return undefined
    if (!said) return 'unreadable'
    const { object } = said.data
    if (object.payment_status !== undefined && object.payment_status !== 'paid') return undefined
    const amount = object.amount_received ?? object.amount_total ?? 0
    const id = object.payment_intent ?? object.id
    const at = said.created * 1000
    return { id, amount, currency: object.currency ?? '', orderId: object.metadata?.order_id, at }
  },
}

const razorpayMessage = z.looseObject({
  payload: z.looseObject({
    payment: z.looseObject({
      entity: z.looseObject({
        id: z.string(),
        amount: z.int(),
        currency: z.string(),
        status: z.string(),
        created_at: z.number(),
        // An empty list where there are none.
        notes: z.union([metadata, z.array(z.unknown())]),
      }),
    }),
  }),
})

/** A message of Razorpay's about money that has arrived. Those of a refund or dispute carry the captured payment too. */
const ofRazorpayPayment = z.looseObject({ event: z.enum(['payment.captured', 'order.paid', 'payment_link.paid']) })

const razorpay: Provider = {
  name: 'Razorpay',
  path: '/api/webhooks/razorpay',
  isSigned: ({ body, headers }, secret) =>
    isSignedByRazorpay(body, String(headers['x-razorpay-signature'] ?? ''), secret),
  paymentIn(message) {
    if (!ofRazorpayPayment.safeParse(message).success) return undefined
    const entity = razorpayMessage.safeParse(message).data?.payload.payment.entity
    if (!entity) return 'unreadable'
    if (entity.status !== 'captured') return undefined
    const { id, amount, currency, created_at, notes } = entity
    const orderId = Array.isArray(notes) ? undefined : notes?.order_id
    return { id, amount, currency, orderId, at: created_at * 1000 }
  },
}

type Dependencies = Pick<AppContext, 'settings' | 'handler' | 'limiter' | 'log' | 'now'>

/**
 * The webhooks of payment providers. A message that is not signed by them is refused with 400. A payment that cannot be
 * recorded is answered with 200 and logged: a repetition would not help. Such is one of a closed project, or in a shape that
 * is not known. Each payment is recorded once, by the provider’s id of it.
 */
export function paymentWebhooks(dependencies: Dependencies): RequestHandler {
  const { settings } = dependencies
  const router = Router({ caseSensitive: true, strict: true })
  const secrets = { Stripe: settings.providers?.stripe, Razorpay: settings.providers?.razorpay }
  for (const provider of [stripe, razorpay]) {
    const secret = secrets[provider.name]
    const body = raw({ type: () => true, limit: '64kb' })
    if (secret) router.post(provider.path, body, answering(provider, secret, dependencies))
    else router.post(provider.path, () => Promise.reject(new NotFound('Not found')))
  }
  return router
}

const answering =
  (provider: Provider, secret: string, dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const { limiter, log, now } = dependencies
    await limiter.address('provider', request.ip)
    response.set('Cache-Control', 'no-store')
    const { body } = request
    if (!Buffer.isBuffer(body) || !provider.isSigned(request, secret, now()))
      throw new Invalid({ signature: 'The signature is missing, wrong or too old' })
    const received = provider.paymentIn(parsed(body))
    if (received === 'unreadable') {
      log.warn({ provider: provider.name }, 'a payment was received and not recorded: it cannot be read')
      return void response.json({ received: true, recorded: false })
    }
    response.json({ received: true, recorded: received ? await record(provider, received, dependencies) : false })
  }

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Invalid({ body: 'The request is invalid' })
  }
}

/** Records a payment, and says whether that was possible. Throws only what another try may mend, as a store that is away. */
async function record(
  { name }: Provider,
  { id, amount, currency, orderId: order, at }: Received,
  { handler, log }: Dependencies,
): Promise<boolean> {
  const about = { provider: name, payment: id, order, amount, currency }
  const refused = (why: string) => {
    log.warn(about, `a payment was received and not recorded: ${why}`)
    return false
  }
  if (currency.toUpperCase() !== 'INR') return refused('only rupees are recorded')
  const known = orderId.safeParse(order).data
  if (known === undefined) return refused('it names no order')
  const agency = await loadAgency(handler)
  const by: Person = { id: name.toLowerCase(), name, role: 'admin' }
  const input = orderCommands.receivePayment.input.safeParse({
    ...{ orderId: known, payment: paymentIdOf(by.id, id), amount: toWireRupees(amount), reference: id, provider: name },
    paidOn: dayOf(agency, at),
  })
  if (!input.success) return refused(input.error.issues[0]!.message)
  try {
    const { events } = await handler.handle(orderCommands.receivePayment, known, input.data, { by })
    return events.length > 0
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotFound) return refused(error.message)
    throw error
  }
}

/** How long after it was signed a message of Stripe is accepted, and how far its clock may be ahead, in seconds. */
const toleranceSeconds = 5 * 60

const hmac = (secret: string, ...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHmac('sha256', secret)).digest('hex')

/**
 * Whether Stripe signed this body, and lately: `Stripe-Signature: t=<seconds>,v1=<hex>`, over the time, a full stop and the
 * bytes as they came. While a secret is changed there are several. `now` in milliseconds since 1970.
 */
function isSignedByStripe(body: Buffer, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=') as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1]
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = hmac(secret, `${time}.`, body)
  return parts.some(([name, signature = '']) => name === 'v1' && isSame(signature, expected))
}

/** Whether Razorpay signed this body: `X-Razorpay-Signature` is over the bytes as they came, and nothing else. */
const isSignedByRazorpay = (body: Buffer, header: string, secret: string): boolean => isSame(header, hmac(secret, body))
