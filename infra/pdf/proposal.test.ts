import { expect, it } from 'vitest'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { drawPdf } from './documents.ts'

const proposal = { receiverName: 'Neelgiri Looms', date: '2026-11-16', problem: 'A.', goals: 'B.', price: 45_000_00 }
const at = '2026-11-18T05:00:00.000Z'
const hash = 'f'.repeat(64)
const state = { ...{ revision: 1, at, date: proposal.date, price: proposal.price, hash }, state: 'open' as const }
const acceptance = { name: 'Asha Rao', by: 'Asha Rao', at, price: proposal.price, hash, text: '' }

/** The pages of a proposal with so many lines in its solution, each as its texts. */
async function pagesOf(lines: number, version: Partial<WrittenVersion>, agency: Agency = {}) {
  const solution = 'A page for orders.\n'.repeat(lines)
  const written: WrittenVersion = { ...state, version: 1, proposal: { ...proposal, solution }, ...version }
  const bytes = await drawPdf(
    { files: { get: async () => undefined }, now: () => Date.parse(at) },
    { kind: 'Business Proposal', title: 'Proposal.', body: { document: 'proposal', version: written } },
    { agency, project: 'Neelgiri Looms', client: { name: 'Asha Rao', email: '' } },
    { requesterId: 'asha' },
  )
  const pdf = await readPdf(bytes)
  const pages = await Promise.all(pdf.pages.map((page) => page.texts()))
  await pdf.close()
  return pages
}

it.each([
  ['the last of the terms', {}, 'We hold an extra'],
  ['who accepted it', { acceptance }, 'from the account of Asha Rao'],
  ['how it was answered', { state: 'declined', answer: { by: 'Asha Rao', at, text: 'Too much.' } }, 'Declined by'],
] as const)('the fingerprint stands on one page with %s', async (_, version, before) => {
  const counts = new Set<number>()
  for (let lines = 1; lines < 9; lines++) {
    const pages = (await pagesOf(lines, version)).map((texts) => texts.map(({ text }) => text).join(' '))
    counts.add(pages.length)
    expect(
      pages.find((text) => text.includes(hash)),
      `${lines} lines`,
    ).toContain(before)
  }
  // Somewhere between a page more is begun.
  expect([...counts]).toEqual([1, 2])
})

it('a long name and address of the contact are written over no other line', async () => {
  const name = 'Nima Dorjee Lhamo Wangchuk, Accounts and Contracts'
  const email = 'accounts.and.contracts.of.all.projects@neelgiri-looms-of-india.example'
  const [texts] = await pagesOf(1, {}, { contact: { name, phone: '+919845012345', email } })
  const contact = texts!.filter(({ left, baseline }) => left > 300 && baseline < 150)
  expect(contact.map(({ text }) => text).join('')).toBe(`${name}+919845012345${email}`.replace('and Con', 'andCon'))
  expect(new Set(contact.map(({ baseline }) => Math.round(baseline))).size).toBe(contact.length)
})
