import escapeHtml from 'escape-html'
import type { Response } from 'express'
import { built, builtManifest } from './built-files.ts'

// The server's own pages, which need no script: the description of the API, and the mails of the outbox.

const sheet = 'plain/plain.css'

/** Where the style sheet of these pages is: as it was built, or, while developing, as it is written. */
const sheetPath = (): string => `/${builtManifest(built)?.[sheet]?.file ?? sheet}`

const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; frame-ancestors 'self'"

/** Sends a page that needs no script, in the look of the site: `body` is HTML, the title is text. */
export function answerPage(response: Response, title: string, body: string): void {
  response
    .set('Content-Security-Policy', policy)
    .type('html')
    .send(
      '<!doctype html><html lang="en-IN"><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
        `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>` +
        `<link rel="icon" href="/mark.svg" type="image/svg+xml"><link rel="stylesheet" href="${sheetPath()}">` +
        `<main class="plain"><p class="plain-home"><a href="/">Back to the site</a></p><h1>${escapeHtml(title)}</h1>${body}</main></html>`,
    )
}
