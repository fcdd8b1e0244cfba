import { describe, expect, it } from 'vitest'
import { type OrderEvent, orderEvents, sentence } from '#domain/order/actions.ts'
import {
  amended,
  asha,
  completed,
  designShared,
  draftShared,
  fileDeleted,
  fileReplaced,
  fileShared,
  invoiced,
  life,
  meera,
  messageSent,
  offered,
  opened,
  proposed,
  read,
  renamed,
  reopened,
  signed,
  unsigned,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { createChangeLog, isOfTimeline, type TimelineFilter, wholeSentence } from './timeline.ts'

function logOf(...samples: Sample<OrderEvent>[]) {
  const log = createChangeLog()
  const events = recorded<OrderEvent>('order-x1', samples)
  for (const event of events) log.add(event)
  return { log, events }
}
/** The changes of the last of some events. */
const changedBy = (...samples: Sample<OrderEvent>[]) => logOf(...samples).log.changesOf(samples.length - 1)

const lines = `${'Silk, and cotton. '.repeat(20)}\nAnd linen`
const writings: Record<string, [Sample<OrderEvent>, string]> = {
  'a message': [{ ...messageSent, data: { text: lines } }, `“${lines}”`],
  'a caption': [{ ...fileShared, data: { ...fileShared.data, caption: lines } }, `Shared price list.pdf: ${lines}`],
  'a note of a design': [
    { ...draftShared, data: { ...draftShared.data, note: lines } },
    `Version 1 of the design shared, 1 file: ${lines}`,
  ],
  'a reason': [{ ...reopened, data: { reason: lines } }, `Project reopened: ${lines}`],
  'a message that was erased': [{ ...messageSent, data: { text: '' } }, 'Sent a message'],
}

describe('what an event changed', () => {
  const link = { ...designShared, data: { link: 'https://www.figma.com/design/2' } }
  const dearer: Sample<OrderEvent> = { ...invoiced, data: { ...invoiced.data, actual: 5_000_000 } }

  it.each<[string, Sample<OrderEvent>[], object[]]>([
    ['a step', [opened, signed], [{ about: 'Quick test', before: 'not done', after: 'done' }]],
    ['a step, opened again', [opened, signed, unsigned], [{ about: 'Quick test', before: 'done', after: 'not done' }]],
    ['the first design', [opened, designShared], [{ about: 'Design', after: designShared.data.link }]],
    [
      'the next design, whatever was said between',
      [opened, designShared, messageSent, read, link],
      [{ about: 'Design', before: designShared.data.link, after: link.data.link }],
    ],
    ['the price alone', [opened, invoiced, dearer], [{ about: 'Project price', before: '₹45,000', after: '₹50,000' }]],
    ['the name', [opened, renamed], [{ about: 'Project name', before: 'Asha Rao #3', after: 'Neelgiri Looms' }]],
    ['that it is completed', [opened, completed], [{ about: 'Status', before: 'open', after: 'completed' }]],
    [
      'that it was opened again',
      [opened, completed, reopened],
      [{ about: 'Status', before: 'completed', after: 'open' }],
    ],
    ['one file more', [opened, fileShared], [{ about: 'Files', before: '0', after: '1' }]],
    [
      'a newer version of it',
      [opened, fileShared, fileReplaced],
      [
        {
          about: 'File',
          before: 'price list.pdf: What each sari costs',
          after: 'price list, corrected.pdf: What each sari costs, with the silk ones',
        },
      ],
    ],
    ['one file fewer', [opened, fileShared, fileReplaced, fileDeleted], [{ about: 'Files', before: '1', after: '0' }]],
    ['nothing: it was opened', [opened], []],
    ['nothing: something was said', [opened, messageSent], []],
    ['nothing: it was read', [opened, messageSent, read], []],
  ])('%s', (_, samples, changes) => expect(changedBy(...samples)).toEqual(changes))

  // spec: 2.103
  it('an answer: the question, what it was, and what it is', () => {
    const [change] = changedBy(opened, amended)
    const before = opened.data.questions.find(({ id }) => id === 12)!
    expect(change).toEqual({ about: before.question, before: before.answer, after: '04:00 PM' })
  })

  it('the texts of a proposal, of which very long ones are cut', () => {
    const long: Sample<OrderEvent> = { ...proposed, data: { ...proposed.data, goals: 'More saris. '.repeat(200) } }
    const changes = changedBy(opened, proposed, long)
    expect(changes.map(({ about }) => about)).toEqual(['Goals'])
    expect(changes[0]!.after).toHaveLength(400)
  })
})

describe('a whole sentence', () => {
  it.each(Object.entries(writings))('has all that was written, line by line: %s', (_, [sample, expected]) => {
    const { log, events } = logOf(opened, sample)
    expect(wholeSentence(events[1]!, log.order)).toBe(expected)
  })
  it.each(['\ue000', '😀'])('has the name of a file as it is, with %j in it', (character) => {
    const file = { ...fileShared.data.file, originalName: `prices${character}.pdf` }
    const { log, events } = logOf(opened, { ...fileShared, data: { file, caption: `${character}${lines}` } })
    expect(wholeSentence(events[1]!, log.order)).toBe(`Shared prices${character}.pdf: ${character}${lines}`)
  })
  it('is the sentence as it is, where nothing in it is cut', () => {
    const { log, events } = logOf(...life)
    for (const event of events) expect(wholeSentence(event, log.order)).toBe(sentence(event, log.order))
  })
})

describe('the timeline of an order', () => {
  const long = `${Array.from({ length: 2_500 }, (_, n) => `weave${n}`).join(' ')} pallu`
  const first = opened.data.questions[0]!
  const all = logOf(...life)
  const found = async (filter: TimelineFilter, { log, events }: ReturnType<typeof logOf>) => {
    const isOne = await Promise.all(events.map((event) => isOfTimeline(event, filter, log)))
    return events.filter((_, at) => isOne[at])
  }
  const shown = async (filter: TimelineFilter) => (await found(filter, all)).map(({ type }) => type)

  it('has every event unless something is asked for', async () => expect(await shown({})).toHaveLength(life.length))
  it('has what is of a kind', async () =>
    expect(await shown({ kind: 'money' })).toEqual(
      life.flatMap(({ type }) => (orderEvents[type].traits.kind === 'money' ? [type] : [])),
    ))
  it('has what a person did', async () =>
    expect(await shown({ person: asha.id })).toEqual(life.flatMap(({ type, by }) => (by === asha ? [type] : []))))
  it.each([
    ['what was written', 'sari beside', ['MessageSent']],
    ['what it says of an event', 'invoice updated', ['InvoiceRevised']],
    ['what it changed', 'silk ones', ['FileReplaced']],
    ['who did it, and what', 'meera quick test', ['StepToggled', 'StepToggled']],
    ['nothing', 'elephants', []],
  ])('is searched for %s', async (_, search, types) => expect(await shown({ search })).toEqual(types))
  it.each<[string, Sample<OrderEvent>]>([
    ['the caption of a file', { ...fileShared, data: { ...fileShared.data, caption: long } }],
    ['the problem of a proposal', { ...proposed, data: { ...proposed.data, problem: long } }],
    ['the deliverables of a proposal', { ...offered, data: { ...offered.data, deliverables: ['Pages', long] } }],
    ['the terms of a proposal', { ...offered, data: { ...offered.data, terms: [long] } }],
    ['the note of a design', { ...draftShared, data: { ...draftShared.data, note: long } }],
    ['why a proposal was declined', { ...amended, type: 'ProposalDeclined', data: { version: 1, reason: long } }],
    ['an answer that was changed', { ...amended, data: { answers: { 12: long } } }],
    ['an answer of its beginning', { ...opened, data: { ...opened.data, questions: [{ ...first, answer: long }] } }],
  ])('is searched for the last word of %s, however long it is', async (_, sample) => {
    const two = logOf(opened, sample)
    expect(await found({ search: 'pallu' }, two)).toEqual([two.events[1]])
    expect(await found({ search: 'elephants' }, two)).toEqual([])
  })
  it('is not found by what a file is stored under, nor by what it was recognized as', async () => {
    const file = {
      ...fileShared.data.file,
      filename: 'k3jq.pdf',
      fileType: 'application' as const,
      sha256: 'ab12'.repeat(16),
    }
    const two = logOf(opened, { ...fileShared, data: { ...fileShared.data, file } })
    for (const search of ['k3jq', 'application', 'ab12', '1212']) expect(await found({ search }, two)).toEqual([])
  })
  it('is not found by what was offered as an answer and not chosen', async () => {
    const radio = {
      ...first,
      answerType: 'Radio' as const,
      answerObject: [
        { id: 1, opt: 'Silk' },
        { id: 2, opt: 'Cotton' },
      ],
    }
    const one = logOf({ ...opened, data: { ...opened.data, questions: [{ ...radio, answer: 'Cotton' }] } })
    expect(await found({ search: 'Cotton' }, one)).toEqual(one.events)
    for (const search of ['Silk', 'Radio']) expect(await found({ search }, one)).toEqual([])
  })
  it('is asked for by all of it at once', async () =>
    expect(await shown({ search: 'sari', kind: 'messages', person: meera.id })).toEqual([]))
  it('knows who wrote in it, by name: who only read did not', () => {
    expect(all.log.authors()).toEqual([asha, meera])
    expect(logOf(opened, read).log.authors()).toEqual([asha])
  })
  it('has a kind for each type of event', () => {
    for (const { traits } of Object.values(orderEvents)) expect(traits.kind).toMatch(/^[a-z]+$/)
  })
})
