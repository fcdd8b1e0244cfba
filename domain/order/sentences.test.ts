import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import {
  amended,
  cancelled,
  clientErased,
  completed,
  designShared,
  fileDeleted,
  fileReplaced,
  fileShared,
  invoiced,
  messageSent,
  opened,
  paymentLinkShared,
  proposed,
  read,
  renamed,
  reopened,
  signed,
  unsigned,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { maxSentenceLength, type OrderEvent, orders, sentence } from './actions.ts'

const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))
/** An event in words, on an order to which all of these things happened. */
const said = (event: Sample<OrderEvent>, ...samples: Sample<OrderEvent>[]) =>
  sentence(recorded('order-1', [event])[0]!, order(opened, ...samples))

// Events that no command's own example has.
const sentences: { [E in OrderEvent as E['type']]?: [Sample<Extract<OrderEvent, E>>, string][] } = {
  OrderOpened: [
    [opened, 'Project started with 8 answers'],
    [
      { ...opened, data: { ...opened.data, questions: opened.data.questions.slice(0, 1) } },
      'Project started with 1 answer',
    ],
  ],
  StepToggled: [
    [signed, 'Quick test is done'],
    [unsigned, 'Quick test was reopened'],
    [{ ...signed, data: { step: 99, done: true } }, 'A step is done'],
  ],
  DesignLinkShared: [[designShared, 'New design shared']],
  PaymentLinkShared: [[paymentLinkShared, 'International payment link shared']],
  InvoiceRevised: [
    [invoiced, 'Invoice updated: ₹22,500 of ₹45,000 paid'],
    [
      { ...invoiced, data: { ...invoiced.data, revisions: 1 } },
      'Invoice updated: ₹22,500 of ₹45,900 paid, including 1 paid revision',
    ],
    [
      { ...invoiced, data: { paid: 0, actual: 4_500_000, revisions: 2 } },
      'Invoice updated: ₹46,800 to pay, including 2 paid revisions',
    ],
    [
      { ...invoiced, data: { paid: 4_500_000, actual: 4_500_000, revisions: 0 } },
      'Invoice updated: ₹45,000 paid in full',
    ],
    [{ ...invoiced, data: { paid: 0, actual: 0, revisions: 0 } }, 'Invoice updated: no price yet'],
    [{ ...invoiced, data: { paid: 9_000_00, actual: 0, revisions: 0 } }, 'Invoice updated: ₹9,000 paid, no price yet'],
    [
      { ...invoiced, data: { paid: 11_117_050, actual: 9_999_999, revisions: 7 } },
      'Invoice updated: ₹1,11,170.50 of ₹1,13,999.99 paid, including 7 paid revisions',
    ],
  ],
  ProposalRevised: [[proposed, 'Proposal for Asha Rao, Neelgiri Looms shared']],
  MessageSent: [
    [messageSent, '“May the price of each sari stand beside its picture?”'],
    [{ ...messageSent, data: { text: 'One.\n\n  Two.\u0000\u202e' } }, '“One. Two. ”'],
  ],
  FileShared: [[fileShared, 'Shared price list.pdf: What each sari costs']],
  FileReplaced: [[fileReplaced, 'Uploaded a new version of price list, corrected.pdf']],
  FileDeleted: [[fileDeleted, 'Deleted price list, corrected.pdf']],
  AnswersAmended: [
    [amended, 'Changed the answer to “When is a good time to call you?”'],
    [{ ...amended, data: { answers: { 5: 'Take bookings', 12: '04:00 PM' } } }, 'Changed 2 answers'],
  ],
  OrderRenamed: [[renamed, 'Project renamed to Neelgiri Looms']],
  OrderReopened: [[reopened, 'Project reopened: One page was forgotten']],
  ClientErased: [[clientErased, 'The client’s personal data was deleted']],
  ConversationRead: [[read, 'Read the messages']],
  OrderCompleted: [[completed, 'Project completed']],
  OrderCancelled: [[cancelled, 'Project cancelled']],
}

describe('an event in a person’s words', () => {
  for (const [type, cases] of Object.entries(sentences))
    it.each<[Sample<OrderEvent>, string]>(cases)(`${type}: %#`, (event, words) => expect(said(event)).toBe(words))
  it('counts neither a question that was left empty nor one that was not asked as an answer', () =>
    expect(opened.data.questions.filter(({ answer }) => answer === null)).toHaveLength(5))

  it('says which file took the place of which, also after that was replaced itself', () => {
    const third = { ...fileReplaced.data.file, filename: 'price-list-3.pdf', originalName: 'prices.pdf' }
    const again = { ...fileReplaced, data: { ...fileReplaced.data, file: third } }
    const all = [fileShared, fileReplaced, again]
    expect(said(fileReplaced, ...all)).toBe('Replaced price list.pdf with price list, corrected.pdf')
    expect(said(again, ...all)).toBe('Replaced price list, corrected.pdf with prices.pdf')
  })
  it('does not say that a file was replaced with itself', () => {
    const file = { ...fileReplaced.data.file, originalName: 'price list.pdf' }
    const same = { ...fileReplaced, data: { ...fileReplaced.data, file } }
    expect(said(same, fileShared, same)).toBe('Uploaded a new version of price list.pdf')
  })
})

describe('a long story', () => {
  const long = 'A very long story. '.repeat(40)
  const file = { ...fileShared.data.file, originalName: `${'price list '.repeat(20)}.final.pdf` }
  const tellings: Sample<OrderEvent>[] = [
    { ...messageSent, data: { text: long } },
    { ...messageSent, data: { text: '👨‍👩‍👧'.repeat(40) } },
    { ...proposed, data: { ...proposed.data, receiverName: long } },
    { ...renamed, data: { title: long } },
    { ...reopened, data: { reason: long } },
    { ...fileShared, data: { file, caption: long } },
    { ...fileReplaced, data: { ...fileReplaced.data, file } },
    { ...fileDeleted, data: { ...fileDeleted.data, files: [file] } },
    { ...signed, data: { step: 1, done: true } },
    amended,
  ]
  const laterOrder = order({
    ...opened,
    data: {
      ...opened.data,
      steps: [{ id: 1, value: long }],
      questions: opened.data.questions.map((question) => ({ ...question, question: long })),
    },
  })
  it.each(tellings)('is told in a sentence: $type', (event) => {
    const text = sentence(recorded('order-1', [event])[0]!, laterOrder)
    expect(text.length).toBeLessThanOrEqual(maxSentenceLength)
    expect(text).toContain('…')
  })
  it('keeps its end where that says what happened', () => {
    const sentenceOf = (event: Sample<OrderEvent>) => sentence(recorded('order-1', [event])[0]!, laterOrder)
    expect(sentenceOf(signed)).toMatch(/… is done$/)
    expect(sentenceOf({ ...proposed, data: { ...proposed.data, receiverName: long } })).toMatch(/… shared$/)
    expect(sentenceOf({ ...messageSent, data: { text: long } })).toMatch(/^“A very long story\..*…”$/)
    expect(sentenceOf({ ...fileDeleted, data: { ...fileDeleted.data, files: [file] } })).toMatch(
      /^Deleted price .*…\.pdf$/,
    )
  })
  it('cuts no character in two', () => {
    const text = said({ ...messageSent, data: { text: '👨‍👩‍👧'.repeat(40) } })
    expect(text).toMatch(/^“(👨‍👩‍👧)+…”$/u)
  })
})
