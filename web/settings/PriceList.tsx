import { formatMoney } from '#domain/money.ts'
import { priceLabels } from '#domain/settings/field-label.ts'
import { pricesFromWire, pricesInput, totalOf, type WirePrices } from '#domain/settings/prices.ts'
import { revisePrices } from '#domain/settings/revise-prices.ts'
import { call } from '#web/api.ts'
import { Field } from '#web/kit/Field.tsx'
import { check } from '#web/kit/useMutation.ts'
import { livePrices, type Setting } from '#web/live/settings.ts'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useSettingForm } from './setting-forms.ts'
import type { Versions } from './versions.ts'
import './PriceList.css'

const components = ['design', 'website', 'crm', 'hosting'] as const

/** The price of a project, in both currencies, as the pricing screen shows it. */
export function PriceList({ setting, versions }: { setting: Setting<WirePrices>; versions: Versions }) {
  const form = useSettingForm<WirePrices, WirePrices>({
    live: livePrices,
    setting,
    versions,
    valuesOf: grouped,
    same: (one, other) => ungrouped(one) === ungrouped(other),
    async send(changes, how) {
      await check(revisePrices.input, changes)
      return call('updatePrices', { body: changes, ...how })
    },
  })
  const prices = pricesInput.safeParse(form.values).success ? pricesFromWire(form.values as WirePrices) : undefined
  const cell = (field: keyof WirePrices, label: string) => (
    <td>
      <Field
        inputMode="decimal"
        autoComplete="off"
        label={<span className="sr">{label}</span>}
        {...form.field(field)}
      />
    </td>
  )
  const row = (part: keyof typeof priceLabels, className = '') => (
    <tr key={part} className={className}>
      <th scope="row">{priceLabels[part]}</th>
      {cell(`inr_${part}`, `${priceLabels[part]}, in rupees`)}
      {cell(`usd_${part}`, `${priceLabels[part]}, in dollars`)}
    </tr>
  )
  return (
    <SettingSection id="prices" aside="Shown on the pricing screen in rupees and dollars." versions={versions}>
      <SettingForm
        label="Prices"
        submitLabel="Save prices"
        form={form}
        versions={versions}
        isNarrow
        note={<Rate prices={prices} />}
        beside={<span>Open projects keep their agreed price.</span>}
      >
        <div className="scroll-x">
          <table className="price-list w-full">
            <caption className="sr">Prices in rupees and dollars</caption>
            <thead>
              <tr>
                <th className="pb-2 small text-right" scope="col">
                  <span className="sr">Item</span>
                </th>
                <th className="pb-2 small text-right" scope="col">
                  ₹<span className="sr"> rupees</span>
                </th>
                <th className="pb-2 small text-right" scope="col">
                  $<span className="sr"> dollars</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {components.map((part) => row(part))}
              <tr className="price-sum">
                <th scope="row">
                  Total elsewhere <small className="meta">calculated</small>
                </th>
                <td>{prices ? formatMoney(totalOf(prices.inr)) : '–'}</td>
                <td>{prices ? formatMoney(totalOf(prices.usd), '$') : '–'}</td>
              </tr>
              {row('price', 'is-ours')}
            </tbody>
          </table>
        </div>
      </SettingForm>
    </SettingSection>
  )
}

/** The figures as they are read: in Indian digit grouping. */
const grouped = (prices: WirePrices) =>
  Object.fromEntries(
    Object.entries(prices).map(([name, figure]) => [name, figure.replace(/\B(?=(\d{2})*(\d{3})(\.|$))/g, ',')]),
  ) as WirePrices

const ungrouped = (figure: unknown) => String(figure).replace(/[\s,]/g, '')

/** The value of a dollar by the hosting line, and Our Price by it, where that differs. */
function Rate({ prices }: { prices: ReturnType<typeof pricesFromWire> | undefined }) {
  if (!prices || prices.usd.hosting === 0) return null
  const rate = prices.inr.hosting / prices.usd.hosting
  const dollars = Math.round(prices.inr.price / rate / 100) * 100
  if (rate === 0 || Math.abs(dollars - prices.usd.price) <= prices.usd.price / 50) return null
  return (
    <p>
      Your hosting prices use ₹{Math.round(rate)} per dollar. At that rate Our Price would be{' '}
      {formatMoney(dollars, '$')}. We show what you entered.
    </p>
  )
}
