import { type MailName, mails } from '#domain/mail/mails.ts'

const labels: Record<string, string> = {
  name: 'Name',
  logo: 'Logo',
  colour: 'Brand colour',
  timeZone: 'Time zone',
  supportEmail: 'Public email address',
  instagram: 'Instagram',
  youtube: 'YouTube',
  'contact.name': 'Contact person',
  'contact.does': 'Job title',
  'contact.phone': 'Phone',
  'contact.email': 'Email',
  'contact.hours': 'Hours',
  'bank.accountName': 'Account name',
  'bank.bank': 'Bank and branch',
  'bank.accountNumber': 'Account number',
  'bank.ifsc': 'IFSC',
  'upi.id': 'UPI ID',
  'upi.payee': 'Payee',
  'billing.legalName': 'Name on invoices',
  'billing.address': 'Address on invoices',
  'billing.state': 'State',
  'billing.gstin': 'GSTIN',
  'billing.taxRate': 'Tax rate',
  'billing.sac': 'SAC',
  'billing.dueDays': 'Days until an invoice is due',
  'billing.schemes.invoice': 'Number format of invoices',
  'billing.schemes.credit note': 'Number format of credit notes',
  'billing.schemes.receipt': 'Number format of receipts',
  introduction: 'Text before the terms',
  closing: 'Text after the terms',
  'notes.phases': 'Note on phases',
  'notes.revisions': 'Note on revisions',
  'notes.cancellation': 'Note on cancellation and refund',
  'notes.hosting': 'Note on hosting and deployment',
  'notes.delivery': 'Note on delivery',
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

/** The name of a setting’s field on the page, by its path. */
export function fieldLabel(field: string): string {
  const known = labels[field]
  if (known) return known
  const [first = '', last = '', ...rest] = field.split('.')
  const [currency, part] = first.split('_')
  if (part && part in priceLabels) {
    return `${priceLabels[part as keyof typeof priceLabels]}, in ${currency === 'inr' ? 'rupees' : 'dollars'}`
  }
  if (first === 'further') return `Section ${last}: ${labels[rest[0] ?? ''] ?? ''}`
  // A project goes by its number, as in its form: its title is the agency’s, and may be what changed.
  const about = /^\d+$/.test(first) ? `Project ${first}` : (mails[first as MailName]?.title ?? first)
  return `${about}: ${labels[last] ?? last}`
}
