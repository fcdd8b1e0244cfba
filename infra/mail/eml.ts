import type { Attachment } from './mailer.ts'

/** A mail as a person reads it. */
export type ParsedMail = {
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

/** Reads a mail that this program has composed: a text and an HTML part, and what is attached. Not a general mail parser. */
export function readEml(content: Buffer): ParsedMail {
  const { headers, body } = split(content.toString('latin1'))
  const parts = partsOf(body, valueIn(headers, 'content-type'))
  const attached = parts.filter(isAttached)
  const part = (type: string) =>
    parts.find((each) => !isAttached(each) && valueIn(each.headers, 'content-type').startsWith(type))
  return {
    headers,
    subject: valueIn(headers, 'subject'),
    text: textOf(part('text/plain')),
    html: textOf(part('text/html')),
    attachments: attached.map((each) => ({
      filename: filenameOf(each),
      type: valueIn(each.headers, 'content-type').split(';')[0]!.trim(),
      content: bytesOf(each),
    })),
  }
}

type Part = { headers: [string, string][]; body: string }

const valueIn = (headers: Part['headers'], name: string) =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''

function split(text: string): Part {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), decodedWords(line.slice(colon + 1).trim())]
  })
  return { headers, body: text.slice(end + 4) }
}

/** The parts of a body; what is in a part that has parts itself is among them. */
function partsOf(body: string, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!boundary) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n|\r\n$/g, '')))
    .flatMap((part) => [part, ...partsOf(part.body, valueIn(part.headers, 'content-type'))])
}

const isAttached = ({ headers }: Part) => valueIn(headers, 'content-disposition').startsWith('attachment')

/** Its name, whole or in the pieces of RFC 2231. Those with a star are encoded. One that is damaged is read as far as it can be. */
function filenameOf({ headers }: Part): string {
  const pieces = valueIn(headers, 'content-disposition').matchAll(/filename(?:\*\d+)?(\*?)=(?:"([^"]*)"|([^;]*))/g)
  const bytes = [...pieces].map(([, star, quoted, value = quoted!]) =>
    star ? unescaped(value.replace(/^utf-8''/i, ''), '%') : Buffer.from(value, 'latin1'),
  )
  return Buffer.concat(bytes).toString('utf8')
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = valueIn(headers, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\r\n/g, ''))
  return Buffer.from(body, 'latin1')
}

const textOf = (part: Part | undefined): string => (part ? bytesOf(part).toString('utf8').replaceAll('\r\n', '\n') : '')

const quotedPrintable = (text: string) => unescaped(text, '=')

/** The bytes of a text in which each that is not plain is a sign and two hexadecimal digits. */
const unescaped = (text: string, sign: '=' | '%') =>
  Buffer.from(
    text.replace(new RegExp(`${sign}([\\dA-Fa-f]{2})`, 'g'), (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )

/** RFC 2047: words of a header beyond ASCII. */
const decodedWords = (value: string) =>
  value.replace(/(\?=)\s+(?==\?)/g, '$1').replace(/((?:=\?utf-8\?[bq]\?[^?]*\?=)+)/gi, (words: string) =>
    // A character may be cut in two between words: first the bytes, then their meaning.
    Buffer.concat(
      [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text]) =>
        kind!.toLowerCase() === 'b' ? Buffer.from(text!, 'base64') : quotedPrintable(text!.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
