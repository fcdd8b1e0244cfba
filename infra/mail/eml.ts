/** A mail as a person reads it. */
export type ParsedMail = { headers: [name: string, value: string][]; subject: string; text: string; html: string }

/** Reads a mail that this program has composed: a text and an HTML part. Not a general mail parser. */
export function readEml(content: Buffer): ParsedMail {
  const { headers, body } = split(content.toString('latin1'))
  const parts = partsOf(body, valueIn(headers, 'content-type'))
  const part = (type: string) => parts.find(({ headers }) => valueIn(headers, 'content-type').startsWith(type))
  return {
    headers,
    subject: valueIn(headers, 'subject'),
    text: contentOf(part('text/plain')),
    html: contentOf(part('text/html')),
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

function partsOf(body: string, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!boundary) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n|\r\n$/g, '')))
}

function contentOf(part: Part | undefined): string {
  if (!part) return ''
  const encoding = valueIn(part.headers, 'content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(part.body.replace(/=\r\n/g, ''))
        : Buffer.from(part.body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
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
