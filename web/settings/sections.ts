/** The sections of the agency's settings, by the ids they are linked to. */
export const sections = {
  identity: 'Agency',
  contact: 'Contact',
  bank: 'Bank and UPI',
  invoices: 'Invoices',
  prices: 'Prices',
  terms: 'Terms',
  portfolio: 'Portfolio',
  mails: 'Emails',
}
