import { expect, it } from 'vitest'
import { maxAmount } from '#domain/money.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { drawPdf, issuedDocument } from './documents.ts'

const at = '2026-11-18T05:00:00.000Z'

it('an invoice has each amount on one line, also one of crores with paise', async () => {
  const [amount, tax] = [maxAmount + 50, 15_254_237_21]
  const party = { name: 'Neelgiri Looms', address: '4 Bazaar Road' }
  const document = issuedDocument(
    {
      documents: [
        {
          ...{ kind: 'invoice', documentId: 'one', number: 'INV-1', issuedOn: '2026-11-18', at, revision: 3 },
          ...{ seller: party, buyer: party, price: amount, tax: { kind: 'IGST', rate: 18 } },
          lines: [{ key: 'handover', title: 'Handover', share: 100, amount, tax }],
          paid: [{ on: '2026-11-18', amount, tax }],
          open: amount,
        },
      ],
    },
    'one',
  )
  const bytes = await drawPdf(
    { files: { get: async () => undefined }, now: () => Date.parse(at) },
    document,
    { agency: {}, project: 'Neelgiri Looms', client: { name: 'Asha Rao', email: '' } },
    { requesterId: 'asha' },
  )
  const pdf = await readPdf(bytes)
  const texts = (await pdf.pages[0]!.texts()).map(({ text }) => text)
  await pdf.close()
  // The line and its share of the price, the total, what was paid, and the balance.
  expect(texts.filter((text) => /^−?₹10,00,00,000\.50$/.test(text))).toHaveLength(5)
  expect(texts.filter((text) => /^\d$/.test(text))).toEqual([])
})
