import type { Proposal } from '#domain/order/fields.ts'

// The proposals of the demo agency. A line is a bullet, and ends with a full stop.

type Text = Omit<Proposal, 'date'>

const lines = (...each: string[]): string => each.join('\n')

export const shop: Text = {
  receiverName: 'Asha Rao, Neelgiri Looms',
  problem: lines(
    'Every sari is photographed, priced and sent by hand, one message at a time.',
    'Customers ask for the price first and wait half a day for the answer.',
    'In the wedding months a third of the enquiries are never answered.',
  ),
  goals: lines(
    'A customer sees the price of every sari without asking.',
    'An order is placed and paid for while the looms are running.',
    'The shop is ready before the wedding season.',
  ),
  solution: lines(
    'A hand-coded shop in the colours of your own border silk, fast on a slow phone.',
    'A page for each sari with its price, its weaver and the time it took.',
    'A small dashboard: add a sari in 2 minutes; it disappears from the shop once sold.',
  ),
}

export const dashboard: Text = {
  receiverName: 'Asha Rao, Neelgiri Looms',
  problem: lines(
    'Stock lives in three notebooks, and none of them agrees with the shelf.',
    'Counting at the end of a month takes two people a whole day.',
  ),
  goals: lines(
    'Anybody at the counter finds a sari in ten seconds.',
    'The month is closed in an hour.',
    'A returning customer is greeted by name, and her last three saris are known.',
  ),
  solution: lines(
    'One dashboard for stock, customers and invoices, in large letters.',
    'Each sari has a printed tag that the phone at the counter scans.',
    'Invoices are written from the stock, so the two can never disagree.',
  ),
}

export const weddings: Text = {
  receiverName: 'Farhan Qureshi, Lamp & Ladle',
  problem: lines(
    'The website shows last year’s menu and no way to ask for a date.',
    'Enquiries come by phone while everybody is cooking.',
  ),
  goals: lines(
    'A family asks for its date and number of plates in one minute.',
    'Every enquiry is answered on the same day.',
  ),
  solution: lines(
    'A website of four pages: the food, the kitchen, the price of a plate, and the enquiry.',
    'A calendar that shows which dates are free in the season.',
  ),
}

export const lunches: Text = {
  receiverName: 'Farhan Qureshi, Lamp & Ladle',
  problem: lines(
    'Sixty offices order by message, and the list is copied out by hand at six every morning.',
    'One wrong line is twenty lunches too many.',
  ),
  goals: lines(
    'Offices change their number of boxes themselves until the evening before.',
    'The kitchen prints one list at six, and it is right.',
    'Invoices go out on the first of the month without anybody’s evening.',
  ),
  solution: lines(
    'A page for each office with its boxes, its menu and its invoices.',
    'A dashboard for the kitchen: the list of the day, the staff, and who has paid.',
    'The menu is written once a week and shows itself on Monday. All of it is ready in 3.5 weeks.',
  ),
}

export const bookings: Text = {
  receiverName: 'Tashi Bhutia, Kanchen Homestay',
  problem: lines(
    'The booking sites keep a fifth of every night.',
    'Guests who come again still book through them, because your own website cannot take a booking.',
  ),
  goals: lines(
    'Half of all nights are booked on your own website within a year.',
    'Nobody can ever book a room that is taken.',
  ),
  solution: lines(
    'A website that opens with the mountain, the rooms and their prices.',
    'A calendar of the five rooms that keeps in step with the two booking sites.',
    'A dashboard for the day: who arrives, who leaves, who wants breakfast at five for the sunrise.',
  ),
}
