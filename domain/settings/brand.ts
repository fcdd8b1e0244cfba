import { dayIn } from '#domain/time-zone.ts'
import type { Agency } from './agency.ts'

/** The one agency there is, and its stream: pages compare with that, and need not load what defines its events. */
export const agencyId = '1'
export const agencyStream = `agency-${agencyId}`

/** The name of the site as long as none is set. */
export const defaultName = 'Atelier'

export const agencyName = ({ name }: Agency): string => name ?? defaultName

/** The time zone of an agency that has set none. */
export const defaultTimeZone = 'Asia/Kolkata'

/** The day of an agency at a time in milliseconds since 1970: `2026-11-16`. */
export const dayOf = ({ timeZone = defaultTimeZone }: Pick<Agency, 'timeZone'>, at: number): string =>
  dayIn(timeZone, at)

/** Where a picture of the agency is had from. */
export const logoPath = (filename: string): string => `/api/logo/${filename}`
