import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { amountOf, dollars, rupees, toWireDollars, toWireRupees } from '#domain/money.ts'

/** The parts a project would cost elsewhere, and what the agency asks for all of it, in paise or in cents. */
export type PriceComponents = { design: number; website: number; crm: number; hosting: number; price: number }

export type Prices = { inr: PriceComponents; usd: PriceComponents }

const components = z.object({ design: z.int(), website: z.int(), crm: z.int(), hosting: z.int(), price: z.int() })

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
export const pricesInput = z.object({
  inr_design: rupees,
  usd_design: dollars,
  inr_website: rupees,
  usd_website: dollars,
  inr_crm: rupees,
  usd_crm: dollars,
  inr_hosting: rupees,
  usd_hosting: dollars,
  inr_price: rupees,
  usd_price: dollars,
})

/** The price list as `get-pricing` answers it: decimal strings. */
export type WirePrices = Record<keyof z.infer<typeof pricesInput>, string>

/** The given prices, by currency. */
export const pricesOf = (given: z.infer<typeof pricesInput>): Prices => ({
  inr: {
    design: given.inr_design,
    website: given.inr_website,
    crm: given.inr_crm,
    hosting: given.inr_hosting,
    price: given.inr_price,
  },
  usd: {
    design: given.usd_design,
    website: given.usd_website,
    crm: given.usd_crm,
    hosting: given.usd_hosting,
    price: given.usd_price,
  },
})

/** The way back: every figure under its name on the wire, in paise or in cents. */
export const toFigures = ({ inr, usd }: Prices): z.output<typeof pricesInput> => ({
  inr_design: inr.design,
  usd_design: usd.design,
  inr_website: inr.website,
  usd_website: usd.website,
  inr_crm: inr.crm,
  usd_crm: usd.crm,
  inr_hosting: inr.hosting,
  usd_hosting: usd.hosting,
  inr_price: inr.price,
  usd_price: usd.price,
})

/** The price list as decimal strings. */
export const pricesToWire = (prices: Prices): WirePrices =>
  Object.fromEntries(
    Object.entries(toFigures(prices)).map(([name, amount]) => [
      name,
      name.startsWith('usd') ? toWireDollars(amount) : toWireRupees(amount),
    ]),
  ) as WirePrices

/** The way back, for the page. */
export const pricesFromWire = (wire: WirePrices): Prices =>
  pricesOf(
    Object.fromEntries(Object.entries(wire).map(([name, amount]) => [name, amountOf(amount) ?? 0])) as ReturnType<
      typeof toFigures
    >,
  )
