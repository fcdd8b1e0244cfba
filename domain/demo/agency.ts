import type { Person } from '#domain/event.ts'
import type { AgencyEvent } from '#domain/settings/agency.ts'
import type { Billing } from '#domain/settings/billing.ts'
import type { Sample } from '#domain/testing.ts'

/** The agency’s details on its invoices. */
export const billing: Billing = {
  legalName: 'Longhand Studio LLP (invented)',
  address: '12, Cubbon Road\nBengaluru 560001',
  ...{ state: '29', gstin: '29AAGCB7383J1Z4', taxRate: 18, sac: '998314' },
}

/** The settings of the demo agency. All of it is invented. */
export const setsUp = (by: Person, at: string): Sample<AgencyEvent> => ({
  type: 'AgencyRevised',
  data: {
    name: 'Longhand',
    supportEmail: 'desk@longhand.example',
    instagram: 'https://instagram.example/longhand',
    youtube: 'https://youtube.example/longhand',
    contact: {
      name: by.name,
      does: 'Your designer, from first sketch to handover.',
      phone: '+919000000010',
      email: 'meera@longhand.example',
      hours: 'Monday to Saturday, 10 am to 7 pm',
    },
    bank: {
      accountName: 'Longhand Studio (invented)',
      bank: 'Example Bank, Pune',
      accountNumber: '000011112222',
      ifsc: 'EXMP0000142',
    },
    billing,
    upi: { id: 'longhand@examplebank', payee: 'Longhand Studio' },
  },
  by,
  at,
})
