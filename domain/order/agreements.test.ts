import { expect, it } from 'vitest'
import { asha, billingGiven, meera, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import type { OrderEvent } from './actions.ts'
import { type AgreedPart, agreementOf, agreementTypes } from './agreements.ts'
import { allCases } from './testing.ts'

const said = (samples: readonly Sample<OrderEvent>[]) =>
  recorded('order-x1', samples).flatMap((event) => {
    const agreement = agreementOf(event)
    const inWords = ({ about, text }: AgreedPart) => `${about}: ${text}`
    return agreement ? [[agreement.revision, agreement.by.name, agreement.says, ...agreement.parts.map(inWords)]] : []
  })
const at = '2026-11-20T05:00:00.000Z'

it('what was agreed is said with its exact texts and figures, and who agreed to it', () => {
  const points = [{ letter: 'a', text: 'The red is too dark.\nPlease take ours.' }]
  const changes = { version: 1, phase: 'landing page', round: 3, price: 900_00, points } as const
  const approval = { version: 2, phase: 'landing page', name: 'Asha Rao', open: ['b'] } as const
  expect(
    said([
      opened,
      { type: 'MessageSent', data: { text: 'Good.' }, by: asha, at },
      { type: 'ChangesRequested', data: changes, by: asha, at },
      { type: 'DraftApproved', data: { ...approval, open: ['b'] }, by: asha, at },
      { type: 'InvoiceRevised', data: { paid: 9_000_00, actual: 45_000_00, revisions: 1 }, by: meera, at },
    ] as Sample<OrderEvent>[]),
  ).toEqual([
    [
      2,
      'Asha Rao',
      'Changes requested for version 1: 1 point, round 3 of the landing page, ₹900',
      'Design: Version 1',
      'Round: 3 of the landing page',
      'Price: ₹900',
      'Changes: a. The red is too dark.\nPlease take ours.',
    ],
    [
      3,
      'Asha Rao',
      'Version 2 of the design approved by Asha Rao; still open: b',
      'Design: Version 2 of the landing page',
      'Name typed: Asha Rao',
      'Points still open: b',
    ],
    [
      4,
      'Meera Kulkarni',
      'Invoice updated: ₹9,000 of ₹45,900 paid, including 1 paid revision',
      'Project price: ₹45,000',
      'Paid: ₹9,000',
      'Paid revisions: 1',
    ],
  ])
})

it('a receipt is one, with its number, its day and its amount', () => {
  const receipt = { documentId: 'r1', number: 'RC/2026-27/1', issuedOn: '2026-11-20', payment: 'p1', amount: 13_000_00 }
  expect(said([opened, { type: 'ReceiptIssued', data: receipt, by: meera, at }])).toEqual([
    [
      1,
      'Meera Kulkarni',
      'Receipt RC/2026-27/1 sent for ₹13,000',
      'Number: RC/2026-27/1',
      'Issued on: 20/11/2026',
      'Amount: ₹13,000',
    ],
  ])
})

it('an invoice is for a buyer with their state, of which the tax follows', () =>
  expect(said([opened, billingGiven])).toEqual([
    [
      1,
      'Asha Rao',
      'Billing details: Neelgiri Looms LLP',
      'Invoice to: Neelgiri Looms LLP\n14 Hill Road\nPune 411004\nMaharashtra\n27AAPFU0939F1ZV',
    ],
  ]))

it('is every event by which a client binds themselves, and what the agency confirms', () => {
  const clients = allCases.filter(({ command }) => command.scope === null && command.roles.includes('client'))
  const reading = ['ConversationRead', 'OrderOpened', 'AnswersAmended']
  const types = clients.flatMap(({ inputOf }) => Object.keys(inputOf)).filter((type) => !reading.includes(type))
  expect(types.length).toBeGreaterThan(0)
  expect(agreementTypes).toEqual(expect.arrayContaining(types))
})
