import type { Agency } from '#domain/settings/agency.ts'

/** What clients can do and cannot do, by what is set: the title of the page. */
export function statusSentence({ contact, bank, upi }: Agency): { title: string; next?: string } {
  const reach = contact ? 'Clients can write to you and ring you' : 'Clients do not know yet whom to reach'
  if (bank && upi)
    return contact ? { title: `${reach}, and pay you.` } : { title: `${reach}.`, next: 'They can pay you.' }
  const missing = bank ? 'by UPI' : upi ? 'by bank' : ''
  return { title: `${reach}.`, next: missing ? `They cannot pay you ${missing} yet.` : 'They cannot pay you yet.' }
}
