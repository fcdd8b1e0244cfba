import type { Agency } from '#domain/settings/agency.ts'
import { agencyName, defaultTimeZone } from '#domain/settings/brand.ts'
import { inks } from './pen.ts'
import { leaf, type Sheet } from './sheet.ts'

/** The head of every document of an order. */
export type Head = {
  agency: Agency
  /** The picture in place of the name, as PNG. */
  logo?: Uint8Array | undefined
  /** The kind of the document. */
  kind: string
  /** The sentence that it begins with, in two voices. */
  title: string
  next?: string | undefined
  /** The project, and the date of the document. */
  about: string
}

/** The agency's name or logo, how it is reached, and what this is. What the agency has not set is not there. */
export function drawHead(sheet: Sheet, { agency, logo, kind, title, next, about }: Head): void {
  sheet.ensure(0)
  const width = 190
  const contact = { x: leaf.right - width, width, align: 'right', voice: 'sans', size: 8, ink: inks.second } as const
  const name = agencyName(agency)
  if (logo && agency.logo) sheet.picture(logo, agency.logo, name)
  else sheet.beside(name, { voice: 'serif', size: 17, width: 260, x: leaf.margin })
  const { contact: person } = agency
  sheet.space(2)
  for (const line of person ? [...(logo ? [name] : []), person.name, person.phone, person.email] : []) {
    sheet.text(line, contact)
  }
  sheet.space(person ? 26 : 64)
  sheet.rule({ ink: inks.ink, width: 0.6 })
  sheet.space(14)
  const across = { x: leaf.margin, width: leaf.right - leaf.margin } as const
  sheet.text(kind, { ...across, voice: 'bold', size: 8, ink: inks.second })
  sheet.space(4)
  const wide = { ...across, size: 23, leading: 1.16 } as const
  sheet.text(title, { ...wide, structure: 'H1' })
  if (next) sheet.text(next, { ...wide, voice: 'italic', ink: inks.second })
  sheet.space(6)
  sheet.text(about, { ...across, voice: 'sans', size: 8.5, ink: inks.pencil })
  sheet.space(12)
  sheet.rule({ ink: inks.ink, width: 0.6 })
  sheet.beginLeaf()
}

/** The formats of an agency's days and times: `16/11/2026`, `2:32 pm`. */
export function datesOf({ timeZone = defaultTimeZone }: Agency) {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h12', weekday: 'long' },
  })
  let latest = { at: '', parts: {} as Record<string, string> }
  function partsOf(at: string): Record<string, string> {
    if (latest.at !== at) {
      const parts = format.formatToParts(new Date(at)).map(({ type, value }) => [type, value])
      latest = { at, parts: Object.fromEntries(parts) }
    }
    return latest.parts
  }
  return {
    timeZone,
    day(at: string): string {
      const { day, month, year } = partsOf(at)
      return `${day}/${month}/${year}`
    },
    weekday: (at: string): string => partsOf(at).weekday!,
    clock(at: string): string {
      const { hour, minute, dayPeriod } = partsOf(at)
      return `${Number(hour)}:${minute} ${dayPeriod!.toLowerCase()}`
    },
  }
}
