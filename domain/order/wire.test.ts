import { describe, expect, it } from 'vitest'
import { wireRow } from '#domain/contract/orders.ts'
import { fold, type Person } from '#domain/event.ts'
import {
  amended,
  asha,
  cancelled,
  completed,
  designShared,
  fileDeleted,
  fileReplaced,
  fileShared,
  invoiced,
  meera,
  messageSent,
  opened,
  paymentLinkShared,
  proposed,
  read,
  renamed,
  reopened,
  signed,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { type Entry, filesOf } from './conversation.ts'
import type { Order } from './order.ts'
import { projectName } from './project-name.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { rowFromWire, rowToWire } from './row-wire.ts'
import { throughJson } from './testing.ts'
import { conversationPage, filesToWire, orderFromWire, orderToWire, withLatestConversation } from './wire.ts'

const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }
const pageOf = (reader: Person, ...samples: Sample<OrderEvent>[]) =>
  orderToWire('x1', samples.length - 1, fold(orders, recorded('order-x1', samples)), contact, reader)
const page = (...samples: Sample<OrderEvent>[]) => pageOf(asha, ...samples)
const row = (...samples: Sample<OrderEvent>[]) =>
  recorded('order-x1', samples).reduce(evolveRow, undefined as OrderRow | undefined)!

describe('a long conversation', () => {
  const said = (by: Person, text: string): Sample<OrderEvent> => ({ ...messageSent, data: { text }, by })
  /** Two hundred and fifty messages by turns, with a file after every fiftieth. */
  const life = [
    opened,
    ...Array.from({ length: 250 }, (_, at) => [
      said(at % 2 ? meera : asha, `Line ${at + 1}`),
      ...(at % 50 === 0 ? [{ ...fileShared, id: `file-${at}` }] : []),
    ]).flat(),
  ]
  const order = fold(orders, recorded('order-x1', life))
  const reads = (seen: number): Order => ({ ...order, read: { asha: seen } })
  const begunWith = (order: Order) =>
    throughJson(withLatestConversation(orderToWire('x1', life.length - 1, order, contact, asha), asha))

  // spec: 7.38
  it('begins with its latest hundred, and every file', () => {
    const { order: known, earlier } = orderFromWire(begunWith(reads(125)))
    const messages = known.conversation.filter(({ kind }) => kind === 'message')
    expect(known.conversation.slice(-100)).toEqual(order.conversation.slice(-100))
    expect(filesOf(known.conversation)).toEqual(filesOf(order.conversation))
    expect(earlier).toEqual({ before: order.conversation.at(-100)!.revision, messages: 250 - messages.length })
  })

  it.each([0, 3, 125])('knows how much was sent, and what is unread first, where %i were read', (seen) => {
    const whole = reads(seen)
    const { order: known } = orderFromWire(begunWith(whole))
    expect([known.sent.admin.length, known.sent.client.length]).toEqual([
      whole.sent.admin.length,
      whole.sent.client.length,
    ])
    expect(known.sent.admin[seen]).toBe(whole.sent.admin[seen])
  })

  it('takes no more where all of it is unread', () => {
    const unread = [opened, ...Array.from({ length: 25_000 }, () => said(meera, 'The second picture is the old one.'))]
    const whole = fold(orders, recorded('order-x1', unread))
    const begun = withLatestConversation(orderToWire('x1', unread.length - 1, whole, contact, asha), asha)
    expect(JSON.stringify(begun).length).toBeLessThan(40_000)
  })

  it('goes on page by page to its beginning, and misses nothing', () => {
    const all: Entry[] = []
    let before: number | undefined
    do {
      const { data, next } = conversationPage(order, { before, limit: 60 })
      expect(data.length).toBeLessThanOrEqual(60)
      all.unshift(...data)
      before = next
    } while (before !== undefined)
    expect(all).toEqual(order.conversation)
  })

  it('has pages of a bounded length, of one message at least', () => {
    const text = 'क'.repeat(5_000)
    const long = { conversation: order.conversation.slice(0, 200).map((entry) => ({ ...entry, text })) as Entry[] }
    const { data, next } = conversationPage(long, { limit: 200 })
    expect(JSON.stringify(data).length).toBeLessThan(210_000)
    expect(next).toBe(data[0]!.revision)
    expect(conversationPage(long, { before: next, limit: 1 }).data).toHaveLength(1)
  })

  it('is whole from the start while it is short', () => {
    const short = orderToWire('x1', 2, fold(orders, recorded('order-x1', life.slice(0, 3))), contact, asha)
    expect(withLatestConversation(short, asha)).toEqual(short)
  })
})

describe('an order as its page receives it', () => {
  it('has the specification’s names', () =>
    expect(page(opened, signed)).toMatchObject({
      ...contact,
      id: 'x1',
      order_id: 'x1',
      client_id: 'asha',
      revision: 1,
    }))
  // spec: 3.14, 3.18
  it('has its progress as JSON text', () =>
    expect(JSON.parse(page(opened, signed).progress).slice(0, 2)).toMatchObject([
      { id: 1, value: 'Quick test', status: 1 },
      { id: 2, value: 'Business onboarding', status: 0 },
    ]))
  // spec: 3.15
  it('has its answers as JSON text', () => expect(JSON.parse(page(opened).questions)).toEqual(opened.data.questions))
  it('has the specification’s names for what was not shared yet', () =>
    expect(page(opened)).toMatchObject({
      design: '',
      payment_link: '',
      paid_amount: '0',
      actual_amount: '0',
      revisions: 0,
      company: '',
      proposal_date: '',
      problem: '',
      goals: '',
      solution: '',
    }))
  // spec: 3.16, 3.17
  it('has the specification’s names for the links, the invoice and the proposal', () => {
    const { receiverName, date, ...texts } = proposed.data
    expect(page(opened, designShared, paymentLinkShared, invoiced, proposed)).toMatchObject({
      design: designShared.data.link,
      payment_link: paymentLinkShared.data.link,
      paid_amount: '22500',
      actual_amount: '45000',
      revisions: 0,
      company: receiverName,
      proposal_date: date,
      ...texts,
    })
  })
  // spec: 3.16
  it('has amounts as decimal rupees, with paise where there are any', () => {
    const odd = { ...invoiced, data: { paid: 5, actual: 4_500_050, revisions: 2 } }
    expect(page(opened, odd)).toMatchObject({ paid_amount: '0.05', actual_amount: '45000.50', revisions: 2 })
  })
  it('shows the latest design, and has them all', () => {
    const second = { ...designShared, data: { link: 'https://www.figma.com/design/second' } }
    const { design, designs } = page(opened, designShared, second)
    expect([design, designs.map(({ link }) => link)]).toEqual([
      second.data.link,
      [designShared.data.link, second.data.link],
    ])
  })
  it('has the amended answers', () =>
    expect(JSON.parse(page(opened, amended).questions).find(({ id }: { id: number }) => id === 12)).toMatchObject({
      answer: '04:00 PM',
    }))
  it('is called by the client’s name, whatever the order is called', () =>
    expect(page(opened, renamed)).toMatchObject({ name: 'Asha Rao', title: 'Neelgiri Looms' }))
  it('has nothing left of its closing once it was reopened', () =>
    expect(page(opened, completed, reopened)).not.toHaveProperty('closedAt'))
  it.each<[string, Sample<OrderEvent>[]]>([
    ['as it was opened', [opened]],
    [
      'with everything',
      [opened, designShared, paymentLinkShared, invoiced, proposed, messageSent, fileShared, fileReplaced],
    ],
    ['completed', [opened, invoiced, completed]],
  ])('comes back as it went: %s', (_, samples) => {
    const order = fold(orders, recorded('order-x1', samples))
    const wire = JSON.parse(JSON.stringify(page(...samples)))
    expect(orderFromWire(wire)).toEqual({ id: 'x1', revision: samples.length - 1, order, contact })
  })
  // spec: 4.9
  it.each([
    ['current', [opened], { completed: 0, cancelled: 0 }],
    ['completed', [opened, completed], { completed: 1, cancelled: 0 }],
    ['cancelled', [opened, cancelled], { completed: 0, cancelled: 1 }],
  ])('is %s by its two flags', (_, samples, flags) => expect(page(...samples)).toMatchObject(flags))
  it('discloses to no one what others have read', () => {
    const readBy = (reader: Person) => orderFromWire(pageOf(reader, opened, read)).order.read
    expect(readBy(meera)).toEqual({ meera: 1 })
    expect(readBy(asha)).toEqual({})
  })
})

describe('an order as lists receive it', () => {
  // spec: 3.12
  it('has the specification’s names', () =>
    expect(rowToWire(row(opened), meera)).toMatchObject({
      id: 'x1',
      order_id: 'x1',
      name: 'Asha Rao #3',
      date: opened.at,
      completed: 0,
      cancelled: 0,
      unread_messages: 1,
    }))
  it('says how it was closed', () =>
    expect(rowToWire(row(opened, cancelled), meera)).toMatchObject({ completed: 0, cancelled: 1 }))
  it.each([
    ['as it stands', []],
    ['also after an event', [messageSent]],
  ])('has what it needs of a row from before the name was known that it was opened under, %s', (_, later) => {
    const { openedAs: __, ...old } = row(opened)
    const events = recorded<OrderEvent>('order-x1', [opened, ...later]).slice(1)
    const wire = wireRow.parse(
      rowToWire(
        events.reduce<OrderRow>((before, event) => evolveRow(before, event)!, old),
        meera,
      ),
    )
    expect(projectName({ ...rowFromWire(wire), business: { question: 1, name: 'Neelgiri Looms' } })).toEqual({
      name: 'Neelgiri Looms',
      number: 'Asha Rao #3',
    })
  })
  it('has the name it was given last', () => expect(rowToWire(row(opened, renamed), meera).name).toBe('Neelgiri Looms'))
  it('counts to each what the other side sent', () => {
    const talked = row(opened, read, messageSent, fileShared)
    expect([meera, asha].map((person) => rowToWire(talked, person).unread_messages)).toEqual([2, 0])
  })
  it('discloses to no one what others have read', () => expect(rowToWire(row(opened, read), asha).read).toEqual({}))
})

describe('shared files as the page receives them', () => {
  const files = (...samples: Sample<OrderEvent>[]) =>
    filesToWire('x1', fold(orders, recorded('order-x1', [opened, ...samples])))

  // spec: 3.20
  it('have the specification’s names', () =>
    expect(files(messageSent, fileShared)).toEqual([
      {
        id: fileShared.id,
        order_id: 'x1',
        sender_id: 'asha',
        sender: 'Asha Rao',
        sender_role: 'client',
        file: JSON.stringify({ filename: 'price-list-1.pdf', originalName: 'price list.pdf', size: 48_200 }),
        file_type: 'application',
        caption: 'What each sari costs',
        date: fileShared.at,
        updated_sent: '',
        versions: [],
      },
    ]))
  // spec: 3.20
  it('say when they were replaced, and what by', () => {
    const [file] = files(fileShared, fileReplaced)
    expect(file).toMatchObject({
      id: fileShared.id,
      caption: fileReplaced.data.caption,
      date: fileShared.at,
      updated_sent: fileReplaced.at,
      versions: [{ filename: 'price-list-1.pdf', originalName: 'price list.pdf', date: fileShared.at }],
    })
    expect(JSON.parse(file!.file)).toMatchObject({ filename: 'price-list-2.pdf' })
  })
  it('are from both sides, the oldest first', () => {
    const reply = { ...fileShared, by: meera, id: 'reply' }
    expect(files(fileShared, reply).map(({ sender_role }) => sender_role)).toEqual(['client', 'admin'])
  })
  it('are not there once they were deleted', () => expect(files(fileShared, fileReplaced, fileDeleted)).toEqual([]))
  it('are none where there is only talk', () => expect(files(messageSent)).toEqual([]))
})
