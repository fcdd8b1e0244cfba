import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { escapeHtml } from '#domain/escape-html.ts'

const style = `
:root { color-scheme: light dark; --ink: #1d1c1a; --soft: #6b675f; --paper: #fbf8f1; --rule: #ddd5c4 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7dc; --soft: #a39c8e; --paper: #191816; --rule: #3a372f } }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1.25rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 ui-serif, Georgia, serif }
h1 { font-size: 1.75rem; font-weight: 500 } h2 { font-size: 1.125rem; margin: 2.5rem 0 .25rem }
p, dl { margin: .25rem 0 } a { color: inherit }
small, dt, th { color: var(--soft); font-weight: 400 }
code, pre { font: .875rem/1.5 ui-monospace, monospace } pre { overflow-x: auto; border-left: 2px solid var(--rule); padding-left: 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--rule) }
iframe { width: 100%; min-height: 24rem; border: 1px solid var(--rule); background: #fff }
`
const hash = createHash('sha256').update(style).digest('base64')

/** Answers a page that needs no script: `body` is HTML, the title is text. */
export function answerPage(response: Response, title: string, body: string): void {
  response
    .set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${hash}'; frame-src 'self'; frame-ancestors 'self'`,
    )
    .type('html')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style>` +
        `<h1>${escapeHtml(title)}</h1>${body}</html>`,
    )
}
