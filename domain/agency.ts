// All of it is invented, until the owner says otherwise.

/** Who the site is about. */
export const agency = {
  name: 'Longhand',
  supportEmail: 'desk@longhand.example',
  instagram: 'https://instagram.example/longhand',
  youtube: 'https://youtube.example/longhand',
} as const

/** Whom a client reaches at the agency, and where money is paid. */
export const provider = {
  name: 'Meera Kulkarni',
  does: 'Your designer from the first line to the handover.',
  phone: '+91 80 5550 0142',
  email: 'meera@longhand.example',
  hours: 'Monday to Saturday, 10 am to 7 pm',
  bank: {
    accountName: 'Longhand Studio (invented)',
    bank: 'Example Bank, Pune',
    accountNumber: '0000 1111 2222',
    ifsc: 'EXMP0000142',
  },
  upi: { id: 'longhand@examplebank', payee: 'Longhand Studio' },
} as const

/** What a payment app makes of a UPI address: it opens with the payee filled in, the amount left to the payer. */
export const upiLink = ({ id, payee }: { id: string; payee: string }): string =>
  `upi://pay?pa=${encodeURIComponent(id).replace('%40', '@')}&pn=${encodeURIComponent(payee)}&cu=INR`
