import { type MailName, mails } from '../mail/mails.ts'
import { works } from '../works.ts'

const labels: Record<string, string> = {
  name: 'Name',
  logo: 'Logo',
  colour: 'Colour',
  timeZone: 'Time zone',
  supportEmail: 'Email for everyone',
  instagram: 'Instagram',
  youtube: 'YouTube',
  'contact.name': 'Whom clients reach',
  'contact.does': 'What they do',
  'contact.phone': 'Phone',
  'contact.email': 'Email',
  'contact.hours': 'Hours',
  'bank.accountName': 'Account name',
  'bank.bank': 'Bank and branch',
  'bank.accountNumber': 'Account number',
  'bank.ifsc': 'IFSC',
  'upi.id': 'UPI address',
  'upi.payee': 'Paid to',
  introduction: 'Before the terms',
  closing: 'After the terms',
  'notes.phases': 'Below the phases',
  'notes.revisions': 'Below the revisions',
  'notes.cancellation': 'Below cancellation and refund',
  'notes.hosting': 'Below hosting and deployment',
  'notes.delivery': 'Below the delivery',
  displayHeading: 'Heading',
  title: 'Title',
  description: 'Description',
  client: 'Client',
  role: 'Role',
  website: 'Website',
  points: 'Points',
  subject: 'Subject',
  text: 'Text',
}

/** The lines of the price list, in its order. */
export const priceLabels = {
  design: 'Design',
  website: 'Website',
  crm: 'CRM or dashboard',
  hosting: 'Hosting, first year',
  price: 'Our Price',
} as const

/** What a field of a setting is called on the page, by its path. */
export function fieldLabel(field: string): string {
  const known = labels[field]
  if (known) return known
  const [first = '', last = '', ...rest] = field.split('.')
  const [currency, part] = first.split('_')
  if (part && part in priceLabels) {
    return `${priceLabels[part as keyof typeof priceLabels]}, in ${currency === 'inr' ? 'rupees' : 'dollars'}`
  }
  if (first === 'further') return `Section ${last}: ${labels[rest[0] ?? ''] ?? ''}`
  const about = works.find(({ id }) => String(id) === first)?.title ?? mails[first as MailName]?.title ?? first
  return `${about}: ${labels[last] ?? last}`
}
