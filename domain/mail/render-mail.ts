import escapeHtml from 'escape-html'
import { truncate } from '#domain/one-line.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName, logoPath } from '#domain/settings/brand.ts'
import { accentOf } from '#domain/settings/colour.ts'

/** How the agency shows itself in its mails. */
type Brand = {
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

/**
 * The content of a mail, paragraph by paragraph. Text is a paragraph, whose lines stay lines, and a list of texts is a
 * list. A link with words is a button. `parts` is a paragraph with links in it; `entries` are links with a list below each.
 */
export type MailContent = {
  subject: string
  lines: readonly Paragraph[]
  /** Small print: why this came. */
  because?: string
}
export type Paragraph =
  | string
  | readonly string[]
  | Button
  | Entries
  | { parts: readonly (string | { link: string })[] }
type Button = { link: string; says: string }
/** Things that have an address, and what there is to say of each, line by line. */
export type Entries = { entries: readonly (Button & { lines: readonly string[] })[] }

/** The parts of a mail that its words are in. */
export type RenderedMail = { subject: string; text: string; html: string }

/** The longest subject, in characters: mail programs show less. */
const maxSubjectLength = 150

/**
 * The text and the HTML of a mail, of the same words: the mail and its preview are made here. Whatever the words are,
 * they stay words.
 */
export function renderMail({ subject, lines, because }: MailContent, brand: Brand = {}): RenderedMail {
  return {
    subject: truncate(subject, maxSubjectLength),
    text: `${[...lines.map(asText), ...(because ? [`-- \n${because}`] : [])].join('\n\n')}\n`,
    html: page([...letterhead(brand), ...lines.map((line) => asHtml(line, brand))].join('\n'), because),
  }
}

const isList = (line: Paragraph): line is readonly string[] => Array.isArray(line)

/** Lists have a method of that name. */
export const isEntries = (value: Paragraph): value is Entries =>
  typeof value === 'object' && !Array.isArray(value) && 'entries' in value

function asText(line: Paragraph): string {
  if (typeof line === 'string') return line
  if (isList(line)) return line.map((each) => `- ${each}`).join('\n')
  if (isEntries(line)) {
    return line.entries
      .map(({ says, link, lines }) => [says, link, ...(lines.length > 0 ? [asText(lines)] : [])].join('\n'))
      .join('\n\n')
  }
  if ('parts' in line) return line.parts.map((part) => (typeof part === 'string' ? part : part.link)).join('')
  return `${line.says}:\n${line.link}`
}

function asHtml(line: Paragraph, brand: Brand): string {
  if (typeof line === 'string') return paragraph(words(line))
  if (isList(line)) return list(line)
  if (isEntries(line)) return line.entries.map(entry).join('\n')
  if ('parts' in line) return paragraph(line.parts.map(inline).join(''))
  const style = `display:inline-block;padding:10px 18px;background:${brand.colour ?? ink};color:${paper};text-decoration:none`
  return paragraph(anchor(line, style))
}

/** A link with its words. Only an address of the web becomes one: `javascript:` stays what it is, words. */
const anchor = ({ link, says }: Button, style: string, otherwise = `${says}: ${link}`): string =>
  /^https?:\/\//.test(link) ? `<a href="${escapeHtml(link)}" style="${style}">${words(says)}</a>` : words(otherwise)

const inline = (part: string | { link: string }): string =>
  typeof part === 'string' ? words(part) : anchor({ link: part.link, says: part.link }, 'color:inherit', part.link)

/** One under the other with a line between them, as in the ledger. */
function entry({ lines, ...named }: Entries['entries'][number]): string {
  const name = anchor(named, 'color:inherit;font-size:18px')
  return `<div style="border-top:1px solid #c9d6d6;padding-top:12px"><p style="margin:0 0 8px">${name}</p>
${lines.length > 0 ? list(lines) : ''}</div>`
}

function list(lines: readonly string[]): string {
  const items = lines.map((each) => `<li style="margin:0 0 6px">${words(each)}</li>`)
  return `<ul style="margin:0 0 16px;padding-left:20px">${items.join('')}</ul>`
}

const words = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

/** The name or the logo above the letter. */
function letterhead({ name, logo, colour = ink }: Brand): string[] {
  if (!name) return []
  const style = `margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid ${colour};color:${colour};font-size:22px;font-style:italic`
  if (!logo) return [`<p style="${style}">${words(name)}</p>`]
  const { address, width, height } = logo
  const picture = `<img src="${escapeHtml(address)}" alt="${escapeHtml(name)}" width="${width}" height="${height}" style="display:block">`
  return [`<p style="${style}">${picture}</p>`]
}

const paper = '#fbf9f4'
const ink = '#1f1d1a'

function page(content: string, because?: string): string {
  const small = because
    ? `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #c9d6d6;font-size:13px;color:#6b665c">${words(because)}</p>`
    : ''
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:${paper};color:${ink};font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto">
${content}
${small}
</div>
</body>
</html>
`
}
