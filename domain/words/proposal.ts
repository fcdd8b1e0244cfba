import { formatMoney, type Paise } from '#domain/money.ts'

// What a proposal says with figures in it. Frozen texts have these sentences: they are never changed, see proposal-text.ts.

/** The parts in which a price is paid, in paise; together they are the price. */
export const stagesInWords = ([first, second, third]: readonly [Paise, Paise, Paise]): string[] => [
  `First 20%: ${formatMoney(first)}, once this proposal is accepted.`,
  `Next 30%: ${formatMoney(second)}, once the landing page is approved.`,
  `Last 50%: ${formatMoney(third)}, once the full design is approved.`,
]
