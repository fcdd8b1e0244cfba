import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accounts } from '#domain/account/actions.ts'
import { departures } from '#domain/account/departures.ts'
import { setUps } from '#domain/account/set-up.ts'
import { subscriptions } from '#domain/account/subscription.ts'
import { aggregates } from '#domain/aggregates.ts'
import { type Aggregate, type Event, fold, idIn, type Recorded } from '#domain/event.ts'
import { webhooks } from '#domain/integrations/actions.ts'
import { apiKeys } from '#domain/integrations/api-key.ts'
import { leads } from '#domain/lead/actions.ts'
import { mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import type { ProposalAccepted } from '#domain/order/accept-proposal.ts'
import { orders } from '#domain/order/actions.ts'
import { documentNumbers, documentNumbersId } from '#domain/order/document-numbers.ts'
import { invoicedTotal } from '#domain/order/issued.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { businessOf, projectName } from '#domain/order/project-name.ts'
import { type TemplateEvent, templates } from '#domain/questionnaire/template.ts'
import { type AgencyEvent, agencies } from '#domain/settings/agency.ts'
import { portfolios } from '#domain/settings/portfolio.ts'
import { prices } from '#domain/settings/prices.ts'
import { termsOfAgency } from '#domain/settings/terms.ts'
import { fitTests } from '#domain/site/fit-tests.ts'
import { funnelDays } from '#domain/site/steps.ts'
import { storeId, stores } from '#domain/store/store.ts'
import { decode, hashOf, noHash } from './stored-event.ts'

// Stored events are for ever. `golden-events.tsv` has events as the stores keep them, one a line: stream, revision, id,
// type, and the content as the codec wrote it. A new type, and each new shape of an old one, adds a line at the end;
// a line that stands there is never changed, since stored events cannot be changed.

/**
 * The golden events of each release: the first so many lines, as its stores have them. A release adds a row with what
 * `sealed` says by then.
 */
const releases = [
  { release: '0.1.0', lines: 115, sha256: '81e3173a8f39e9f79abdd154142b3f93a5456bb5a16b39d49a8e955142df7437' },
]

/** How many lines stand there for ever, and what they are. Lines that are added are added here. */
const sealed = { lines: 204, sha256: 'cbd86b9c1b439d223c74ef225941ce0acf2bb5cf87a54c3b1433fc3dd47c561c' }

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const lines = read('golden-events.tsv').trimEnd().split('\n')

const stored = lines.map((line, at) => {
  const [stream, revision, id, type, content] = line.split('\t') as [string, string, string, string, string]
  return { id, type, content, stream, revision: Number(revision), position: BigInt(at + 1) }
})
const events: Recorded[] = stored.map((event) => decode(event))

/** Folds a stream. */
function folded<State, E extends Event>(aggregate: Aggregate<State, E>, id: string): State {
  const stream = events.filter((event) => event.stream === `${aggregate.name}-${id}`) as Recorded<E>[]
  expect(stream.map(({ revision }) => revision)).toEqual(stream.map((_, at) => at))
  return fold(aggregate, stream)
}

const asha = { id: 'xK3vT9aQm1pLr7wB', name: 'Asha Rao', role: 'client' }
const meera = { id: 'Zq8nYd2hUe5sGf0c', name: 'Meera Kulkarni', role: 'admin' }

describe('the golden events', () => {
  it('are of every type there is, and of no other', () => {
    const sources = readdirSync(new URL('../../domain', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
      .map((path) => read(`../../domain/${path}`))
    const named = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:define|order)Event\(\s*'(\w+)'/g)].map(([, type]) => type),
    )
    const types = Object.values(aggregates).flatMap((aggregate) => Object.keys(aggregate.events))
    expect(types.length).toBeGreaterThan(30)
    expect(named.toSorted()).toEqual(types.toSorted())
    expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual(types.toSorted())
  })

  it('are of an aggregate each', () => {
    const all = Object.values(aggregates)
    expect(events.filter(({ stream }) => all.every((aggregate) => idIn(aggregate, stream) === undefined))).toEqual([])
  })

  it('are those that were stored once, byte for byte', () => {
    const text = lines.slice(0, sealed.lines).join('\n')
    expect(createHash('sha256').update(text).digest('hex')).toBe(sealed.sha256)
    expect(lines).toHaveLength(sealed.lines)
  })

  it.each(releases)('of release $release are as it stored them, and are read', ({ lines: count, sha256 }) => {
    expect(createHash('sha256').update(lines.slice(0, count).join('\n')).digest('hex')).toBe(sha256)
    expect(events.slice(0, count).map(({ at }) => Number.isNaN(Date.parse(at)))).not.toContain(true)
  })

  it('have the hashes that they will have for ever', () => {
    const chain = stored.filter(({ stream }) => stream === 'order-h7Jp2LxQv9TzKd4m')
    const hash = chain.slice(0, 25).reduce((previous, event) => hashOf(previous, event), noHash)
    expect(hash).toBe('49c1958242d3d9bc00e5bce7b029301a7e9858b0e0bafaea6daa61e956796133')
  })

  it('keep who, when, and the request that caused them', () =>
    expect(events.find(({ type }) => type === 'MessageSent')).toEqual({
      id: '60ad0000-0000-4000-8000-000000000049',
      type: 'MessageSent',
      data: { text: 'One.\nTwo, with “quotes”, a tab\tand a \\ in it.' },
      by: asha,
      at: '2026-11-16T05:18:00.000Z',
      cause: {
        key: 'B7x1DIjcQzH7_yz7D5jgVXLmBESf-hHkF-VmA1qxVn8',
        body: 'WXkHW4CjGzkjwjJIX3ASAuu0ufhXn0s_oV39JW0r2LM',
      },
      stream: 'order-h7Jp2LxQv9TzKd4m',
      revision: 10,
      position: 49n,
    }))
})

it('the golden events keep from where they were done', () =>
  expect(events.find(({ id }) => id === '60ad0000-0000-4000-8000-000000008401')!.origin).toEqual({
    address: '203.0.113.7',
    browser: 'Firefox on Linux',
  }))

const pdf = (filename: string, originalName: string, size: number) => {
  return { filename, originalName, fileType: 'application', size }
}

describe('what the golden events come to', () => {
  it('is an order whose client asked for changes of a draft, and approved it', () => {
    const { designs, rounds, pending, steps, invoice } = folded(orders, 'r4Wd8KpZs2LmXv7Q')
    expect(designs).toMatchObject([
      { link: 'https://www.figma.com/design/looms', by: meera.name, phase: 'landing page' },
      { link: '/uploads/landing-1.png', files: [{ originalName: 'landing-1.png' }], note: 'The whole page' },
    ])
    expect(designs[1]!.approved).toEqual({
      name: 'Asha Rao',
      by: asha.name,
      at: '2026-11-25T05:40:00.000Z',
      open: ['a', 'b'],
    })
    expect(rounds).toMatchObject([
      {
        version: 2,
        phase: 'landing page',
        round: 1,
        price: 0,
        points: [
          { letter: 'a', done: true, answer: 'It is 24 pixels now' },
          { letter: 'b', done: false },
        ],
      },
    ])
    expect([pending, invoice.revisions, steps[0]!.status]).toEqual([{}, 0, 1])
  })
  it('is an order whose proposal was accepted, which completed a step; later versions were declined, withdrawn and not answered in time, and two payments reported', () => {
    const { proposals, invoice, steps, pending } = folded(orders, 'Pw5sYc8nKt2LmQ7d')
    expect(proposals).toMatchObject([
      { state: 'accepted', price: 45_000_00, answer: { by: asha.name, text: 'Asha R. Rao' } },
      { state: 'declined', price: 65_000_00, answer: { by: asha.name, text: 'The dashboard can wait.' } },
      { state: 'withdrawn', price: 55_000_00, answer: { by: meera.name, text: '' } },
      { state: 'open', price: 55_000_00 },
    ])
    expect(invoice.actual).toBe(45_000_00)
    expect(pending).toEqual({
      proposal: { at: '2026-11-25T08:17:00.000Z', revision: 7 },
      expired: { at: '2026-11-25T18:30:00.000Z', revision: 8 },
      payment: { at: '2026-11-26T08:10:00.000Z', revision: 9, amount: 11_000_00 },
    })
    expect(steps[0]).toMatchObject({ status: 1, completedBy: { by: asha.name, role: 'client' } })
    const [accepted] = events.filter(({ type }) => type === 'ProposalAccepted') as Recorded<
      ReturnType<typeof ProposalAccepted>
    >[]
    expect(createHash('sha256').update(accepted!.data.text).digest('hex')).toBe(proposals[0]!.hash)
  })
  it('is an order that was completed and reopened', () =>
    expect(folded(orders, 'h7Jp2LxQv9TzKd4m')).toMatchObject({
      clientId: asha.id,
      number: 1,
      title: 'Neelgiri Looms',
      status: 'open',
      openedAt: '2026-11-16T05:08:00.000Z',
      steps: [
        { id: 1, value: 'Payment', status: 1, completedBy: { by: meera.name, at: '2026-11-16T05:10:00.000Z' } },
        { id: 2, value: 'Landing page approval', status: 0 },
        { id: 5, value: 'Launch', status: 0 },
      ],
      questions: [
        { id: 1, question: 'What do you make?', answerType: 'Line', required: true, answer: 'Saris' },
        { id: 2, answerType: 'Radio', answerObject: [{ id: 1, opt: 'Yes' }, { id: 2 }], answer: 'No' },
        { id: 3, answerType: 'Link', dependQuestion: 2, dependAnswer: 'Yes', answer: null },
        { id: 4, answerType: 'Multiple Choice', multipleChoiceArray: [{ id: 1 }, { id: 2 }], answer: 'Sell online' },
        { id: 5, answerType: 'Check Box', checkBoxArray: [{ value: 'Stock' }, { id: 2 }], answer: ['Stock'] },
        { id: 6, answerType: 'File', answer: { originalName: 'logo 2.png', filename: 'Vb2x-logo.png' } },
      ],
      designs: [
        { link: 'https://www.figma.com/design/one', by: meera.name, at: '2026-11-16T05:16:00.000Z' },
        { link: 'https://www.figma.com/design/two', by: meera.name, at: '2026-11-16T05:17:00.000Z' },
      ],
      paymentLink: 'https://pay.example/looms',
      invoice: { paid: 22_500_50, actual: 45_000_00, revisions: 1 },
      proposal: {
        receiverName: 'Asha Rao, Neelgiri Looms',
        date: '2026-11-16',
        problem: 'Nobody answers before noon.',
        goals: 'Every order is written down.',
        solution: 'A page for orders. It takes 3.5 weeks.',
      },
      conversation: [
        { kind: 'message', revision: 10, by: asha, text: 'One.\nTwo, with “quotes”, a tab\tand a \\ in it.' },
        {
          kind: 'file',
          id: '60ad0000-0000-4000-8000-000000000050',
          revision: 11,
          by: asha,
          at: '2026-11-16T05:19:00.000Z',
          file: pdf('a3.pdf', 'price list, corrected.pdf', 51_300),
          caption: 'With the silk ones',
          replacedAt: '2026-11-16T05:21:00.000Z',
          before: [{ file: pdf('a1.pdf', 'price list.pdf', 48_200), at: '2026-11-16T05:19:00.000Z' }],
        },
      ],
      deleted: ['60ad0000-0000-4000-8000-000000000051'],
      sent: { client: [0, 10, 11, 12, 13, 15], admin: [] },
      read: { [meera.id]: 3 },
    }))

  it('is a person who was erased, and what is left of their order and of their asking', () => {
    expect(folded(accounts, 'Er3sWd8kPq1vTz5M')).toEqual({
      ...accounts.initial,
      erasures: 1,
      erased: '2026-11-22T19:04:02.000Z',
    })
    expect(folded(leads, 'Er3sWd8kPq1vTz5M')).toEqual(leads.initial)
    expect(folded(orders, 'Er9fRt4yNb2cVx7L')).toMatchObject({
      clientId: '',
      title: 'Deleted client’s project',
      clientErased: '2026-11-22T19:04:01.000Z',
      steps: [{ id: 1, value: 'Words' }],
    })
  })

  it('is an order whose steps say what they are', () => {
    const by = meera.name
    const { steps } = folded(orders, 'Yd4gT1mZs6HqPa8r')
    expect(steps).toEqual([
      { id: 1, value: 'First half', payment: true, with: 'client', status: 0 },
      {
        id: 2,
        value: 'Home page',
        phase: 'landing page',
        with: 'agency',
        status: 1,
        completedBy: { by, at: '2026-11-16T05:32:00.000Z' },
      },
      { id: 3, value: 'Words and pictures', status: 0 },
      {
        id: 4,
        value: 'All pages',
        phase: 'full design',
        status: 1,
        completedBy: { by, at: '2026-11-16T05:33:00.000Z' },
      },
      { id: 5, value: 'Redesign of reports', phase: 'development', status: 0 },
      { id: 6, value: 'Keys', phase: 'handover', status: 0 },
    ])
    expect(phaseOf(steps)).toBe('development')
  })

  it('is an order from before, whose phase its steps tell by their names', () =>
    expect(phaseOf(folded(orders, 'h7Jp2LxQv9TzKd4m').steps)).toBe('landing page'))

  it('is an order that is called by its business', () => {
    const { title, openedAs, questions, closedAt } = folded(orders, 'Bn8Qw2RkV5tXc7Lj')
    expect(closedAt).toBe('2026-11-26T09:00:00.000Z')
    expect(projectName({ title, openedAs, business: businessOf(questions) })).toEqual({
      name: 'Neelgiri Looms',
      number: 'Asha Rao #4',
    })
  })
  it('is an order that was invoiced, and of which a part was credited', () => {
    const { buyer, documents, invoiced, payments, pending, pricing } = folded(orders, 'Iv3nQ8sLd2WyKe6x')
    expect([buyer?.state, invoicedTotal(documents).amount, documents.map(({ number }) => number)]).toEqual([
      ...['27', 28_500_00, ['LH/2026/12', 'CN/2026/1', 'CN/2026/2', 'LH/2026/13', 'LH/2026/14', 'CN/2026/3']],
    ])
    // The last invoice was credited whole: the one before it is to be paid.
    expect(invoiced).toEqual({ sum: 28_500_00, dueOn: '2026-12-05' })
    expect(pending).toEqual({ invoice: { at: '2026-11-28T08:10:00.000Z', revision: 8 } })
    // A change of its paid revisions was taken back.
    expect(pricing.rounds).toEqual([{ at: '2026-11-25T08:15:00.000Z', count: 1, phase: 'landing page' }])
    // And one of what is paid.
    expect(payments.map(({ at, amount }) => [at, amount])).toEqual([
      ['2026-11-25T08:14:00.000Z', 10_000_00],
      ['2026-11-25T08:16:00.000Z', 2_000_00],
    ])
  })

  it('is an order of which much was taken back, and what waited waits', () => {
    const { unansweredSince, payments, pending } = folded(orders, 'Ub4kT7rNq2XcWe9m')
    expect(unansweredSince).toBe('2026-11-27T08:00:00.000Z')
    expect(payments).toMatchObject([{ state: 'questioned', question: { text: 'Which bank did you pay from?' } }])
    expect(pending).toEqual({
      'payment question': { at: '2026-11-27T08:06:00.000Z', revision: 7 },
      proposal: { at: '2026-11-27T08:11:00.000Z', revision: 12, paid: 0 },
    })
  })

  it('is an order that was cancelled', () =>
    expect(folded(orders, 'R5cWn8sGy1BfUo6e')).toMatchObject({
      title: 'Asha Rao #2',
      number: 2,
      status: 'cancelled',
      closedAt: '2026-11-16T05:29:00.000Z',
    }))

  it('is the account of a client', () => {
    const account = folded(accounts, asha.id)
    expect(account).toMatchObject({
      name: 'Asha Rao-Iyer',
      email: 'asha@neelgirilooms.example',
      phone: '+919000000022',
      role: 'client',
      passwordHash: expect.stringMatching(/^\$argon2id\$.*\$pkn96n3TdAC_Z677dLxH4IRY5y0iUJmxJBW3DqFjnWg$/),
      notifications: { mail: true, push: false },
      codesRequested: ['2026-11-16T04:43:00.000Z', '2026-11-16T04:52:00.000Z'],
    })
    // A reset without a session, a logout everywhere, and a new password that keeps the session it was chosen in.
    expect(account.sessions).toEqual({
      shop: '2026-11-16T04:50:00.000Z',
      k7Qe2mVbX0sLr9TnYwPa3A: '2026-11-22T11:55:00.000Z',
    })
    expect(account.resets).toEqual({
      'udrMNmzYajPOdA-aPxOrH67SdLxU440iWdHQz1dr-S8': {
        codeHash: 'SB9swFERQ8zdfi0bG5T68KcAqLSc0Tkipwta4orKqMU',
        expires: '2026-11-16T05:02:00.000Z',
        tries: 1,
        granted: '2026-11-16T05:04:00.000Z',
      },
    })
  })

  it('is the account of an admin who was invited', () => {
    const account = folded(accounts, meera.id)
    expect(account).toMatchObject({ name: meera.name, email: 'meera@longhand.example', role: 'admin' })
    expect(account.invitation).toBeUndefined()
    expect(account.sessions).toEqual({ desk: '2026-11-16T04:36:00.000Z' })
  })

  it('is the account of an admin who was suspended, reinstated and removed', () => {
    const account = folded(accounts, 'Lq5wNc3vBt8kXe1Z')
    expect(account).toMatchObject({
      email: 'devika@longhand.example',
      activeSince: '2026-11-16T05:39:00.000Z',
      removed: '2026-11-16T05:40:00.000Z',
    })
    expect([account.invitation, account.suspended]).toEqual([undefined, undefined])
    expect(folded(departures, '1')).toEqual({ Lq5wNc3vBt8kXe1Z: '2026-11-16T05:38:00.000Z' })
  })

  it('is an account with a second factor', () => {
    const account = folded(accounts, 'Ne6uJb9rTf3yDo2G')
    expect(account.secondFactor).toEqual({
      secret: 'q0b8sSealedSecretOfTashi_-x',
      lastStep: 59_642_810,
      recoveryCodes: [...'LMNOPQRST'].map((letter) => letter.repeat(43)),
      since: '2026-11-16T05:43:00.000Z',
    })
    expect([account.failedCodes, account.preparedFactor]).toEqual([['2026-11-16T05:48:00.000Z'], undefined])
  })
  it('is an account that a device has proven itself to, with what was tried on it and on another', () => {
    const { deviceCodes, deviceAttempts } = folded(accounts, 'Ne6uJb9rTf3yDo2G')
    expect(deviceCodes).toEqual(['Qm1pLr7wBJq3vR8nYc0LwX5tPz1KdSgm2Xf0bQ7tVh9'])
    expect(deviceAttempts).toEqual({
      mail: { codesRequested: ['2026-11-23T08:12:00.000Z'], codesTried: ['2026-11-23T08:13:00.000Z'], failedCodes: [] },
      guPTpcAocBCMclF8fWszxR: { codesRequested: [], codesTried: [], failedCodes: ['2026-11-23T08:14:00.000Z'] },
    })
  })
  it('is what an admin has saved of the orders', () =>
    expect(folded(accounts, 'Lp6wJ2vQs9fKx4Bn').orderViews).toEqual([
      {
        id: '0b6f6d1e-5a0a-4c52-9d8e-3f0f6a1c2b34',
        name: 'Looms past four weeks',
        query: { filter: 'overdue', search: 'looms', sort: 'oldest-activity' },
      },
    ]))

  it('is the set-up of the first admin', () =>
    expect(folded(setUps, 'first-admin')).toMatchObject({
      tokenHash: 'LKKkO8DK6fFrvRHYBr5qZBEZY8zM_Hbiq-k0GFqVUjY',
      account: meera.id,
    }))

  it('is the numbers of documents, of which the second was freed and is reserved for a day', () =>
    expect(folded(documentNumbers, documentNumbersId)).toMatchObject({
      ...{ taken: { 'LH/2026/{n}': 2 }, open: { number: 'LH/2026/2', issuedOn: '2026-11-27' } },
    }))

  it('is a store that was sealed as it was moved, which has no head of a day yet', () =>
    expect(folded(stores, '2')).toEqual({ restored: [], made: { events: 1204 } }))

  it('is a store that was put back from a backup, with the head of a day', () =>
    expect(folded(stores, storeId)).toMatchObject({
      restored: [{ at: '2026-11-22T09:12:00.000Z', backupAt: '2026-11-22T02:30:00.000Z' }],
      head: { day: '2026-11-23', events: 1_204, last: { position: '1204' } },
    }))

  it('is a lead, with and without what may be left out', () =>
    expect(folded(leads, 'bT4nC7kLx0eRw2Yo')).toMatchObject({
      name: 'Nima Lepcha',
      email: 'nima@teaestate.example',
      phone: '+919000000054',
      others: [{ name: 'Nima Lepcha', phone: '+919000000055', at: '2026-11-16T04:59:00.000Z' }],
      source: 'customer-filter',
      years: 12,
      employees: 0,
      roles: 3,
      customers: 40.5,
      answers: { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' },
      stage: 'won',
      submissions: 2,
      firstAt: '2026-11-16T04:57:00.000Z',
      submittedAt: '2026-11-16T04:59:00.000Z',
      clientId: 'bT4nC7kLx0eRw2Yo',
      note: 'Ring before noon.\nWants a price list.',
      noteBy: meera.name,
    }))

  it('is a lead that was lost, and why', () =>
    expect(folded(leads, 'qP5mD8jMy1fSx3Zp')).toMatchObject({ stage: 'lost', lossReason: 'Too dear.' }))

  it('is the account of a client who was invited, and whose address is proven by it', () => {
    const account = folded(accounts, 'mV6sQw1eZr4tYu9i')
    expect(account).toMatchObject({ name: 'Ravi Menon', role: 'client', addressProven: true })
    expect(account.invitation).toBeUndefined()
  })

  it('is an account whose address was changed, and changed back by the reader of its mail', () => {
    const account = folded(accounts, 'mV6sQw1eZr4tYu9i')
    expect(account).toMatchObject({ email: 'ravi@lamps.example', sessions: {}, passwordOutdated: true })
    expect([account.addressChange, account.formerAddresses]).toEqual([undefined, undefined])
    expect(folded(accounts, 'Lq7wT2nXc9vRb4Ys')).toMatchObject({ addressGivenUp: true, passwordHash: '' })
  })

  it('is a day of the funnel', () =>
    expect(folded(funnelDays, '2026-11-16')).toEqual({ begun: 1, moves: { '>start': 1, 'start>test': 1 } }))

  it('is a day of failed fit tests', () =>
    expect(folded(fitTests, '2026-11-16')).toMatchObject({ failed: 2, byQuestion: { 2: 1, 5: 2 } }))

  it('was an agency without a logo', () => {
    const [first] = events.filter(({ stream }) => stream === 'agency-1') as Recorded<AgencyEvent>[]
    expect(fold(agencies, [first!])).toEqual({
      name: 'Neelgiri Web',
      supportEmail: 'desk@neelgiriweb.example',
      contact: { name: 'Meera Kulkarni', phone: '+918055500142', email: 'meera@neelgiriweb.example' },
      bank: {
        accountName: 'Neelgiri Web',
        bank: 'Example Bank',
        accountNumber: '000011112222',
        ifsc: 'EXMP0000142',
      },
      upi: { id: 'neelgiri@examplebank', payee: 'Neelgiri Web' },
    })
  })

  it('is what the agency has set of itself', () =>
    expect(folded(agencies, '1')).toEqual({
      name: 'Neelgiri Web',
      upi: { id: 'neelgiri@examplebank' },
      logo: {
        filename: 'logo-AAAAAAAAAAAAAAAAAAAAAA.png',
        icon: 'logo-BBBBBBBBBBBBBBBBBBBBBB.png',
        width: 640,
        height: 160,
      },
      colour: '#1d49a0',
      timeZone: 'Europe/Berlin',
    }))

  it('is what stands around the terms', () =>
    expect(folded(termsOfAgency, '1')).toEqual({
      introduction: 'Read this once.',
      notes: { revisions: 'A round is one list of wishes.' },
      further: [{ title: 'Photographs', text: 'They are yours.\nKeep the originals.' }],
      closing: 'We answer within a day.',
    }))

  it('is what was written of the portfolio', () =>
    expect(folded(portfolios, '1')).toEqual({
      2: { title: 'Steel, by the day', points: ['One.', 'Two.', 'Three.', 'Four.', 'Five.'] },
    }))

  it('is the texts of mails', () =>
    expect(folded(mailTextsOfAgency, '1')).toEqual({
      welcome: { subject: 'Welcome to {agency}' },
      resetCode: { text: 'Your code:\n{code}' },
    }))

  it('is an API key that was revoked, and what was done with it', () => {
    expect(folded(apiKeys, 'n4bQgYhMfWWaL-qgxVrQFa')).toEqual({
      name: 'Month-end export',
      digest: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
      start: 'atl_7KqT',
      scopes: ['orders:write', 'payments:read'],
      ownerId: meera.id,
      owner: meera.name,
      expires: '2027-11-16T05:40:00.000Z',
      createdAt: '2026-11-16T05:40:00.000Z',
      revokedAt: '2026-11-16T05:42:00.000Z',
    })
    expect(folded(orders, 'Yd4gT1mZs6HqPa8r').conversation).toMatchObject([
      { text: 'Your report is ready.', by: { ...meera, via: 'Month-end export' } },
      { file: { filename: 'a3.webp', width: 1600, height: 1000 }, caption: 'The long room' },
    ])
  })

  it('is a webhook that failed, was switched on again, off, and moved; and one that was removed', () => {
    expect(folded(webhooks, 'Q1wE2rT3yU4iO5pA6sD7fG')).toEqual({
      url: 'https://books.example/inbox',
      events: ['LeadSubmitted'],
      secret: 'YW5vdGhlcg',
      formerSecrets: [{ secret: 'c2VhbGVk', until: '2026-11-17T05:51:00.000Z' }],
      ownerId: meera.id,
      owner: meera.name,
      addedAt: '2026-11-16T05:50:00.000Z',
      urlSet: { by: meera.id, at: '2026-11-16T06:02:00.000Z' },
      secretSet: { by: meera.id, at: '2026-11-16T05:51:00.000Z' },
      off: 'asked',
      removed: false,
    })
    expect(folded(webhooks, 'Z1xC2vB3nM4aS5dF6gH7jK')).toMatchObject({ events: ['*'], removed: true })
  })

  it('is a price list', () =>
    expect(folded(prices, '1')).toMatchObject({
      inr: { design: 16_000_00, website: 30_000_00, crm: 54_000_50, hosting: 6_000_00, price: 45_000_00 },
      usd: { design: 180_00, website: 360_00, crm: 648_00, hosting: 72_00, price: 203_00 },
    }))

  it('is a device that is told, and one that is not any more', () => {
    expect(folded(subscriptions, 'Zy0Gs-sZtwjNcchkt3ZblPBOuuTBE_XltkvTDQk8qyQ')).toMatchObject({
      personId: asha.id,
      endpoint: 'https://push.example/send/1',
      keys: { p256dh: `B${'q'.repeat(86)}`, auth: 'w'.repeat(22) },
      session: 'shop',
      device: 'Firefox on Android',
      since: '2026-11-16T05:03:00.000Z',
    })
    expect(folded(subscriptions, 'BTmK2fNk5v2YUWxAWTFlg4gAY1rxgREiB4_dEGAExSo')).toMatchObject({ since: '' })
  })

  it('was a template whose steps said nothing of themselves', () => {
    const before = events.filter(({ stream, revision }) => stream === 'template-1' && revision < 2)
    expect(fold(templates, before as Recorded<TemplateEvent>[]).steps).toEqual([
      { id: 1, value: 'Payment' },
      { id: 2, value: 'Landing page approval' },
      { id: 5, value: 'Launch' },
    ])
  })

  it('is a template', () => {
    const { questions, steps } = folded(templates, '1')
    expect(questions.map(({ id, answerType }) => [id, answerType])).toEqual([
      [1, 'Line'],
      [2, 'Radio'],
      [3, 'Link'],
      [4, 'Multiple Choice'],
      [5, 'Check Box'],
      [6, 'File'],
    ])
    expect(steps).toEqual([
      { id: 1, value: 'First half', payment: true, with: 'client' },
      { id: 2, value: 'Home page', phase: 'landing page', with: 'agency' },
      { id: 3, value: 'Words and pictures' },
      { id: 4, value: 'All pages', phase: 'full design' },
      { id: 5, value: 'Redesign of reports', phase: 'development' },
      { id: 6, value: 'Keys', phase: 'handover' },
    ])
  })
})
