import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { amountOf, dollars, rupees, toWireRupees } from '#domain/money.ts'

const currencies = ['inr', 'usd'] as const
type Currency = (typeof currencies)[number]
const parts = ['design', 'website', 'crm', 'hosting', 'price'] as const
type Part = (typeof parts)[number]

/** The parts a project would cost elsewhere, and what the agency asks for all of it, in paise or in cents. */
export type PriceComponents = Record<Part, number>

export type Prices = Record<Currency, PriceComponents>

/* @__NO_SIDE_EFFECTS__ */
const byPart = <Value>(of: (part: Part) => Value) =>
  Object.fromEntries(parts.map((part) => [part, of(part)])) as Record<Part, Value>

/** A value for every figure of the list, under its name on the wire. */
/* @__NO_SIDE_EFFECTS__ */
const byFigure = <Value>(of: (currency: Currency, part: Part) => Value) =>
  Object.fromEntries(
    parts.flatMap((part) => currencies.map((currency) => [`${currency}_${part}`, of(currency, part)])),
  ) as Record<`${Currency}_${Part}`, Value>

const components = z.object(byPart(() => z.int()))

/** The prices were revised: it has the whole list, not the changes. */
export const PricesRevised = defineEvent('PricesRevised', allClear({ inr: components, usd: components }), {
  kind: 'settings.prices',
  sentence: 'Changed the prices',
  apply: (_: Prices, prices): Prices => prices,
})

/** The one price list there is. */
export const priceListId = '1'

/** An invented beginning that fits the owner's figures: hosting of ₹4,000–8,000 or $48–96, and their own price. */
const initial: Prices = {
  inr: { design: 15_000_00, website: 30_000_00, crm: 54_000_00, hosting: 6_000_00, price: 45_000_00 },
  usd: { design: 180_00, website: 360_00, crm: 648_00, hosting: 72_00, price: 203_00 },
}

/** An event of the price list, as answers and live updates have it. */
export const pricesEvent = wireEvent('PricesEvent', dataOf({ PricesRevised }))

export const prices = defineAggregate({
  name: 'prices',
  initial,
  events: { PricesRevised },
  live: { to: 'everyone', as: pricesEvent },
})
export type PricesEvent = EventsOf<typeof prices.events>

/** The sum of the parts: design, website, CRM and hosting. The agency's own price is not in it. */
export const totalOf = ({ design, website, crm, hosting }: PriceComponents): number => design + website + crm + hosting

/** The price list as `update-prices` takes it. */
export const pricesInput = z.object(byFigure((currency) => (currency === 'inr' ? rupees : dollars)))

/** The price list as `get-pricing` answers it: decimal strings. */
export const wirePrices = z.object(byFigure(() => z.string()))
export type WirePrices = z.infer<typeof wirePrices>

/** The given prices, by currency. */
export const pricesOf = (given: z.infer<typeof pricesInput>): Prices => ({
  inr: byPart((part) => given[`inr_${part}`]),
  usd: byPart((part) => given[`usd_${part}`]),
})

/** The way back: every figure under its name on the wire, in paise or in cents. */
export const toFigures = (prices: Prices): z.output<typeof pricesInput> =>
  byFigure((currency, part) => prices[currency][part])

/** The price list as decimal strings. */
export const pricesToWire = (prices: Prices): WirePrices =>
  byFigure((currency, part) => toWireRupees(prices[currency][part]))

/** The way back, for the page. */
export const pricesFromWire = (wire: WirePrices): Prices =>
  pricesOf(
    Object.fromEntries(Object.entries(wire).map(([name, amount]) => [name, amountOf(amount) ?? 0])) as ReturnType<
      typeof toFigures
    >,
  )
