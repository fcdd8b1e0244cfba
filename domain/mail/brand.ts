import type { Agency } from '#domain/settings/agency.ts'
import { agencyName, logoPath } from '#domain/settings/brand.ts'
import { accentOf } from '#domain/settings/colour.ts'

/** How the agency shows itself in its mails. */
export type Brand = {
  name?: string
  /** The picture's whole address, and its size in the mail in CSS pixels. */
  logo?: { address: string; width: number; height: number }
  /** The colour of the letterhead and of buttons, readable on light paper: `#1d49a0`. */
  colour?: string
}

/** The largest size of a logo in a mail, in CSS pixels. */
const box = { width: 240, height: 48 }

/** The agency as its mails show it. `origin` is where its pages are, such as `https://example.com`; empty where that is not known. */
export function brandOf(agency: Agency, origin: string): Brand {
  const { logo, colour } = agency
  const scale = logo && Math.min(box.width / logo.width, box.height / logo.height, 1)
  return {
    name: agencyName(agency),
    ...(logo && scale && origin
      ? {
          logo: {
            address: `${origin}${logoPath(logo.filename)}`,
            width: Math.round(logo.width * scale),
            height: Math.round(logo.height * scale),
          },
        }
      : {}),
    ...(colour ? { colour: accentOf(colour).light.colour } : {}),
  }
}
