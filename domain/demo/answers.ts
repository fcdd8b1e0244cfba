import type { Answers } from '#domain/questionnaire/question.ts'

// The answers of the demo’s clients, by question of the default questionnaire.

/** The looms: a shop on the web. */
export const looms: Answers = {
  1: 'We weave and sell handloom silk and cotton saris from twelve looms in Mysuru.',
  2: 'Women of thirty to sixty, most of them sent by a cousin. They ask for the price first, and come back for weddings.',
  3: 'No',
  5: 'Sell online',
  8: '#7a1f3d',
  9: 'orders@neelgirilooms.example',
  10: '+91 90000 00021',
  12: '11:00 AM',
  13: 'Neelgiri Looms',
}
/** The looms again: a dashboard. */
export const loomsDashboard: Answers = {
  ...looms,
  3: 'Yes',
  4: 'https://neelgirilooms.example',
  5: 'Manage daily work',
  6: ['Customers', 'Stock', 'Invoices'],
  12: '10:30 AM',
}
/** The looms once more: weaving classes. */
export const loomsClasses: Answers = {
  ...looms,
  1: 'We teach weaving on Saturdays: six people, six looms, one silk stole each.',
  2: 'People who bought a sari and asked how it is made. Today they write to us, and we answer when the looms stop.',
  3: 'Yes',
  4: 'https://neelgirilooms.example',
  5: 'Take bookings',
}
/** The kitchen: weddings. */
export const ladle: Answers = {
  1: 'We cook Awadhi food for weddings and offices in Lucknow, forty to four hundred plates.',
  2: 'Families and office managers who ate with us at somebody else’s party. They call, ask the price of a plate, and come back every season.',
  3: 'Yes',
  4: 'https://lampandladle.example',
  5: 'Get more enquiries',
  8: '#b3541e',
  9: 'kitchen@lampandladle.example',
  10: '+91 90000 00032',
  12: '04:30 PM',
  13: 'Lamp & Ladle',
}
/** The kitchen again: lunches for offices. */
export const ladleOffices: Answers = {
  ...ladle,
  1: 'The same kitchen, for offices: lunch boxes by subscription, a new menu every Monday.',
  5: 'Manage daily work',
  6: ['Enquiries', 'Customers', 'Invoices', 'Staff'],
}
/** The homestay: bookings without the booking sites. */
export const homestay: Answers = {
  1: 'A homestay of five rooms above Kalimpong, with breakfast and a view of Kanchenjunga when it wishes.',
  2: 'Walkers, birdwatchers and families from Kolkata. They find us on booking sites that keep a fifth of the price.',
  3: 'Yes',
  4: 'https://kanchenhomestay.example',
  5: 'Take bookings',
  8: '#1f4f63',
  9: 'rooms@kanchenhomestay.example',
  10: '+91 90000 00043',
  12: '09:15 AM',
  13: 'Kanchen Homestay',
}
