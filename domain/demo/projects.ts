import type { Person } from '#domain/event.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import * as answers from './answers.ts'
import { issuesInvoice, raisesPaid, recordsPayment, sendsReceipt } from './documents.ts'
import {
  acceptsFirst,
  amends,
  approves,
  asksForChanges,
  cancels,
  completes,
  designs,
  givesBillingDetails,
  type HistoryPart,
  inOrder,
  invoices,
  type OrderHistory,
  offers,
  opens,
  proposes,
  reads,
  renames,
  replaces,
  reportsPayment,
  type SampleEvent,
  says,
  shares,
  sharesPaymentLink,
  signs,
  unsigns,
} from './events.ts'
import type { DemoFileName } from './files.ts'
import * as proposals from './proposals.ts'

/** A time of day in India, so many working days ago. */
export type On = (workdays: number, time: string) => string
type People = Record<'meera' | 'asha' | 'farhan' | 'tashi', Person>

/** The files of the demo as they are stored, and the link to one. */
export type Files = { of(name: DemoFileName): StoredFile; linkTo(name: DemoFileName): string }

const figma = (file: string) => `https://www.figma.com/design/${file}`
// These times are by day in India, where the day has the same date as in UTC.
const dayOf = (at: string) => at.slice(0, 10)

/** The six orders of the demo agency, the oldest first, as they were lived. */
export const projects = (people: People, on: On, files: Files): OrderHistory[] =>
  [loomsShop, ladleWeddings, homestayBookings, loomsDashboard, ladleLunches, loomsClasses].map((project) =>
    inOrder(...project(people, on, files)),
  )

/** By which the price list is replaced. */
const priceListId = '5a1e0000-0000-4000-8000-000000000011'

type Project = (people: People, on: On, files: Files) => [SampleEvent<'OrderOpened'>, ...HistoryPart[]]

const loomsShop: Project = ({ meera, asha }, on, files) => [
  opens(asha, 1, answers.looms, on(62, '16:40')),
  reads(meera, on(61, '10:05')),
  says(
    meera,
    'Thank you, Asha. I have read all of it, twice. I will call you at eleven, as you asked.',
    on(61, '10:20'),
  ),
  reads(asha, on(61, '10:48')),
  says(asha, 'Eleven is good. The looms are loud: if I do not answer, please ring twice.', on(61, '10:52')),
  reads(meera, on(61, '10:55')),
  proposes(meera, { ...proposals.shop, date: dayOf(on(58, '15:20')) }, on(58, '15:20')),
  signs(meera, 3, on(58, '15:30')),
  invoices(meera, [0, 45_000], on(58, '15:41')),
  shares(
    asha,
    files.of('border.jpg'),
    'The border of my mother’s wedding sari. Can a screen show this red?',
    on(57, '18:05'),
  ),
  reads(meera, on(56, '10:05')),
  invoices(meera, [22_500, 45_000], on(56, '11:15')),
  signs(meera, 4, on(56, '11:20')),
  designs(meera, figma('mY7kLooms1/Neelgiri-Looms-Landing-page'), on(51, '16:30'), 'landing page'),
  says(
    meera,
    'The landing page is ready to look at. The red is taken from the border of your own silk.',
    on(51, '16:34'),
  ),
  reads(asha, on(50, '16:20')),
  says(
    asha,
    'My mother says it looks like our shop. Please show the price of every sari: people ask for it first.',
    on(50, '16:31'),
  ),
  shares(asha, files.of('price-list-1.pdf'), 'What each sari costs', on(50, '16:36'), priceListId),
  reads(meera, on(50, '17:02')),
  approves(asha, 1, 'landing page', on(50, '17:45')),
  replaces(
    asha,
    priceListId,
    files.of('price-list-2.pdf'),
    'What each sari costs, with the one that has a name woven in',
    on(49, '11:10'),
  ),
  reads(meera, on(49, '11:35')),
  designs(meera, figma('mY7kLooms2/Neelgiri-Looms-All-pages'), on(45, '17:10'), 'full design'),
  approves(asha, 2, 'full design', on(44, '12:05')),
  reads(meera, on(44, '12:15')),
  invoices(meera, [45_000, 45_000], on(44, '12:20')),
  signs(meera, 7, on(39, '16:10')),
  signs(meera, 8, on(37, '11:30')),
  says(
    meera,
    'That was the last step. The logins and the handbook are yours. If anything breaks, call us: bug fixes stay free.',
    on(37, '11:38'),
  ),
  completes(meera, on(37, '11:42')),
  reads(asha, on(37, '13:05')),
]

const ladleWeddings: Project = ({ meera, farhan }, on) => [
  opens(farhan, 1, answers.ladle, on(41, '12:55')),
  reads(meera, on(41, '14:20')),
  proposes(meera, { ...proposals.weddings, date: dayOf(on(37, '16:25')) }, on(37, '16:25')),
  signs(meera, 3, on(37, '16:40')),
  invoices(meera, [0, 45_000], on(37, '16:48')),
  says(
    farhan,
    'We have talked it over at home. The season begins in three weeks and nobody here has a free hour. ' +
      'We would like to stop here, and come back with something smaller.',
    on(34, '17:20'),
  ),
  reads(meera, on(34, '17:40')),
  says(
    meera,
    'That is a good reason, Farhan. You owe nothing. I’m cancelling the project. Everything stays here for you to read.',
    on(34, '18:02'),
  ),
  cancels(meera, on(34, '18:15')),
  reads(farhan, on(33, '10:10')),
]

const homestayBookings: Project = ({ meera, tashi }, on, files) => [
  opens(tashi, 1, { ...answers.homestay, 11: dayOf(on(0, '12:00')) }, on(23, '18:35')),
  reads(meera, on(22, '10:20')),
  renames(meera, 'Kanchen Homestay', on(22, '10:31')),
  proposes(meera, { ...proposals.bookings, date: dayOf(on(20, '12:05')) }, on(20, '12:05')),
  signs(meera, 3, on(20, '12:15')),
  invoices(meera, [0, 48_000], on(20, '12:24')),
  says(tashi, 'My sister pays the first half, from Zürich. Is there a way for her without UPI?', on(20, '15:40')),
  reads(meera, on(20, '16:05')),
  sharesPaymentLink(meera, 'https://pay.longhand.example/kanchen-homestay', on(20, '16:20')),
  says(meera, 'There is: the link under Payment Options takes her card.', on(20, '16:22')),
  reads(tashi, on(20, '17:15')),
  givesBillingDetails(tashi, { name: 'Kanchen Homestay', address: 'Pelling 737113', state: '11' }, on(20, '17:22')),
  issuesInvoice(meera, ['landing page', 'full design'], on(20, '17:40')),
  recordsPayment(meera, { rupees: 24_000, reference: 'CARD 4471 2208' }, on(19, '16:58')),
  sendsReceipt(meera, on(19, '17:08')),
  shares(meera, files.of('homestay-1.webp'), 'The landing page: first sketch', on(15, '13:08')),
  designs(meera, files.linkTo('homestay-1.webp'), on(15, '13:10'), 'landing page'),
  says(
    meera,
    'The landing page is ready to look at. It opens with the mountain, as you see it from the terrace.',
    on(15, '13:14'),
  ),
  reads(tashi, on(14, '10:30')),
  says(
    tashi,
    'Beautiful. Could the mountain stand a little higher? Every guest says it is bigger than in the pictures.',
    on(14, '10:41'),
  ),
  asksForChanges(
    tashi,
    { version: 1, phase: 'landing page' },
    [
      { text: 'The mountain a little higher, please: it stands above the roof.', x: 0.62, y: 0.3 },
      { text: 'Can the price of a night stand beside the rooms?', x: 0.3, y: 0.72 },
    ],
    on(14, '10:48'),
  ),
  reads(meera, on(14, '11:15')),
  shares(meera, files.of('homestay-2.webp'), 'Second version: the mountain is higher', on(13, '10:18')),
  designs(meera, files.linkTo('homestay-2.webp'), on(13, '10:20'), 'landing page'),
  reads(tashi, on(13, '11:30')),
  approves(tashi, 2, 'landing page', on(13, '11:50'), ['a', 'b']),
  // The mornings belong to the guests once the season has begun.
  amends(tashi, { 12: '05:30 PM' }, on(11, '09:40')),
  reads(meera, on(11, '10:05')),
  // A line signed in the wrong book, and taken back.
  signs(meera, 7, on(9, '15:02')),
  unsigns(meera, 7, on(9, '15:04')),
  shares(meera, files.of('homestay-3.webp'), 'Final colours: 6 am, from your terrace', on(6, '16:43')),
  designs(meera, files.linkTo('homestay-3.webp'), on(6, '16:45'), 'full design'),
  shares(meera, files.of('homestay.mp4'), 'How the page was drawn, in ten seconds', on(6, '16:52')),
  reads(tashi, on(5, '18:20')),
  says(tashi, 'My sister has watched the film three times. It is our mountain. Please go on.', on(5, '18:31')),
  approves(tashi, 3, 'full design', on(5, '18:34')),
  reads(meera, on(4, '10:05')),
  raisesPaid(meera, { rupees: 36_000, revisions: 1 }, on(4, '13:50')),
  says(
    meera,
    'The design is approved, so now we build. The paid revision of the breakfast page is on the invoice, as agreed.',
    on(4, '13:55'),
  ),
]

const loomsDashboard: Project = ({ meera, asha }, on, files) => [
  opens(asha, 2, answers.loomsDashboard, on(16, '11:25')),
  reads(meera, on(16, '12:10')),
  says(meera, 'Good to work with you again. Which should come first, the stock or the invoices?', on(15, '10:36')),
  reads(asha, on(15, '11:10')),
  says(asha, 'The stock. At the end of a month nobody here knows which sari is where.', on(15, '11:18')),
  shares(asha, files.of('looms.mp3'), 'Twelve looms at ten: this is why we do not hear the phone', on(15, '11:21')),
  reads(meera, on(15, '11:25')),
  shares(asha, files.of('stock.csv'), 'The stock as it stands in my book', on(14, '16:40')),
  reads(meera, on(14, '17:10')),
  proposes(meera, { ...proposals.dashboard, date: dayOf(on(13, '17:05')) }, on(13, '17:05')),
  signs(meera, 3, on(13, '17:20')),
  invoices(meera, [0, 65_000], on(13, '17:28')),
  invoices(meera, [32_500, 65_000], on(12, '10:40')),
  signs(meera, 4, on(12, '10:45')),
  designs(meera, figma('mY7kLooms3/Neelgiri-Looms-Stock'), on(7, '15:20'), 'landing page'),
  says(meera, 'The stock pages are ready to look at. Please try them at the counter, not at a desk.', on(7, '15:25')),
  reads(asha, on(6, '10:15')),
  says(
    asha,
    'Rahul found a sari in ten seconds. Please make the letters larger: his eyes are no better than mine.',
    on(6, '10:24'),
  ),
  reads(meera, on(6, '10:50')),
  designs(meera, figma('mY7kLooms4/Neelgiri-Looms-Stock-large-letters'), on(5, '16:40'), 'landing page'),
  approves(asha, 2, 'landing page', on(5, '17:55')),
  reads(meera, on(4, '10:10')),
  amends(asha, { 6: ['Customers', 'Stock', 'Invoices', 'Staff'] }, on(2, '17:20')),
  says(
    asha,
    'I have ticked Staff as well: we are fourteen now. Is it too late for that, and what would it cost?',
    on(2, '17:24'),
  ),
]

const lunchesOffer = (meera: Person, at: string) =>
  offers(meera, { ...proposals.lunches, date: dayOf(at), price: 52_000_00 }, 1, at)

const ladleLunches: Project = ({ meera, farhan }, on) => [
  opens(farhan, 2, answers.ladleOffices, on(6, '17:10')),
  reads(meera, on(5, '10:15')),
  says(meera, 'Welcome back, Farhan. This one is smaller indeed, and I like it very much.', on(5, '10:30')),
  reads(farhan, on(5, '16:35')),
  lunchesOffer(meera, on(2, '15:28')),
  says(
    farhan,
    'I read it with my brother, and we like it. Can the menu change every Monday without our calling you?',
    on(1, '12:40'),
  ),
  reads(meera, on(1, '13:05')),
  says(meera, 'Yes. You write it on Saturday evening, and it shows itself on Monday at six.', on(1, '13:12')),
  acceptsFirst(farhan, lunchesOffer(meera, on(2, '15:28')), on(1, '15:31')),
  reportsPayment(farhan, { rupees: 10_400, reference: '532914078861' }, on(1, '16:05')),
]

const loomsClasses: Project = ({ asha }, on) => [opens(asha, 3, answers.loomsClasses, on(1, '17:50'))]
