import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

it.each([
  [0, 'Rupees zero only'],
  [1_00, 'Rupees one only'],
  [50, 'Fifty paise only'],
  [1, 'One paisa only'],
  [1_01, 'Rupees one and one paisa only'],
  [1_02, 'Rupees one and two paise only'],
  [21_00, 'Rupees twenty-one only'],
  [100_00, 'Rupees one hundred only'],
  [110_00, 'Rupees one hundred ten only'],
  [32_500_00, 'Rupees thirty-two thousand five hundred only'],
  [1_00_000_00, 'Rupees one lakh only'],
  [1_11_170_50, 'Rupees one lakh eleven thousand one hundred seventy and fifty paise only'],
  [12_34_56_789_00, 'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine only'],
])('%i paise is “%s”', (amount, words) => expect(amountInWords(amount)).toBe(words))

const values: Record<string, number> = {
  ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
}
const sizes: Record<string, number> = { hundred: 100, thousand: 1_000, lakh: 100_000, crore: 10_000_000 }

/** The number that words say, read from the left by someone who does not know how they were made. */
function numberIn(words: string): number {
  let [sum, group] = [0, 0]
  for (const word of words.split(/[ -]/)) {
    if (word === 'hundred') group *= 100
    else if (word in sizes) [sum, group] = [sum + group * sizes[word]!, 0]
    else group += values[word]!
  }
  return sum + group
}

it('says the amount, whichever it is', () =>
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 99_99_99_999_99 }), (amount) => {
      const [, rupees, paise] = /^Rupees (.+?)(?: and (.+) pais[ae])? only$/.exec(amountInWords(amount))!
      expect(numberIn(rupees!) * 100 + (paise ? numberIn(paise) : 0)).toBe(amount)
    }),
  ))
