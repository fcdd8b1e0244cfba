import type { Paise } from '#domain/money.ts'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** The Indian groups of a number, from the largest. */
const groups = [
  [1_00_00_000, 'crore'],
  [1_00_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

/** A whole number that is not negative, in words: `thirty-two thousand five hundred`. */
function numberInWords(number: number): string {
  if (number < 20) return small[number]!
  if (number < 100) return [tens[Math.floor(number / 10)], small[number % 10]].slice(0, number % 10 ? 2 : 1).join('-')
  const [size, name] = groups.find(([size]) => number >= size)!
  const rest = number % size
  const many = `${numberInWords(Math.floor(number / size))} ${name}`
  return rest === 0 ? many : `${many} ${numberInWords(rest)}`
}

/** An amount that is not negative, as it stands under the total of an invoice: “Rupees thirty-two thousand five hundred only”. */
export function amountInWords(amount: Paise): string {
  const [rupees, paise] = [Math.floor(amount / 100), amount % 100]
  const inPaise = paise === 0 ? '' : `${numberInWords(paise)} ${paise === 1 ? 'paisa' : 'paise'}`
  if (rupees === 0 && inPaise) return `${inPaise[0]!.toUpperCase()}${inPaise.slice(1)} only`
  return `Rupees ${numberInWords(rupees)}${inPaise && ` and ${inPaise}`} only`
}
