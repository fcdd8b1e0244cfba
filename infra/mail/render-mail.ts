import { truncate } from '../truncate.ts'
import type { Mail } from './mailer.ts'

/** What a mail says. A line is a paragraph; several in a list stand under each other; a link is a button. */
export type MailContent = {
  subject: string
  lines: readonly (string | readonly string[] | { link: string; says: string })[]
  /** Small print: why this came. */
  because?: string
}

/** The longest subject, in characters: mail programs show less. */
const maxSubjectLength = 150

/** The parts of a mail, its text and its HTML, of the same words. Whatever they are, they stay words. */
export function renderMail({ subject, lines, because }: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  return {
    subject: truncate(subject, maxSubjectLength),
    text: `${[...lines.map(asText), ...(because ? [`-- \n${because}`] : [])].join('\n\n')}\n`,
    html: page(lines.map(asHtml).join('\n'), because),
  }
}

type Line = MailContent['lines'][number]

const isList = (line: Line): line is readonly string[] => Array.isArray(line)

function asText(line: Line): string {
  if (typeof line === 'string') return line
  if (isList(line)) return line.map((each) => `- ${each}`).join('\n')
  return `${line.says}:\n${line.link}`
}

function asHtml(line: Line): string {
  if (typeof line === 'string') return `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  if (isList(line)) {
    const items = line.map((each) => `<li style="margin:0 0 6px">${escapeHtml(each)}</li>`)
    return `<ul style="margin:0 0 16px;padding-left:20px">${items.join('')}</ul>`
  }
  // Only an address of the web becomes a link: `javascript:` stays what it is, words.
  if (!/^https?:\/\//.test(line.link)) return asHtml(`${line.says}: ${line.link}`)
  const style = 'display:inline-block;padding:10px 18px;background:#1f1d1a;color:#fbf9f4;text-decoration:none'
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(line.link)}" style="${style}">${escapeHtml(line.says)}</a></p>`
}

function page(content: string, because?: string): string {
  const small = because
    ? `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #c9d6d6;font-size:13px;color:#6b665c">${escapeHtml(because)}</p>`
    : ''
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#fbf9f4;color:#1f1d1a;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto">
${content}
${small}
</div>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it stands in HTML, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)
