import { useEffect, useRef } from 'react'
import type { MailName } from '#domain/mail/mails.ts'
import { brandOf, renderMail } from '#domain/mail/render-mail.ts'
import { fillMail, type MailText, sampleValues } from '#domain/mail/template.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { useAgency } from '#web/live/agency.ts'

/** The mail as it would be sent, filled with samples, by the function that makes the mail itself. */
export function MailPreview({ mail, text }: { mail: MailName; text: MailText }) {
  const agency = useAgency()
  const { origin } = location
  const values = sampleValues(mail, { agency: agencyName(agency), origin })
  const rendered = renderMail(fillMail(mail, text, values), brandOf(agency, origin))
  return (
    <figure className="mail-preview min-w-0 on-paper-2 rule-around" aria-label="Preview">
      <dl className="grid columns-auto-1 gap-1-4 text-2 ink-below">
        <dt className="ink-2">From</dt>
        <dd className="break-anywhere">{agencyName(agency)}</dd>
        <dt className="ink-2">Subject</dt>
        <dd className="break-anywhere">
          <b className="weight-600">{rendered.subject}</b>
        </dd>
      </dl>
      <MailBody html={rendered.html} />
      <details className="px-4 rule-below">
        <summary className="pointer py-3 target text-2">Plain text</summary>
        <pre className="break-anywhere">{rendered.text}</pre>
      </details>
      <figcaption className="meta">With sample data. Sent as HTML and plain text.</figcaption>
    </figure>
  )
}

/**
 * The page of a mail, in a shadow tree of its own. The content security policy takes no styles written into tags, as
 * mails need them: they are set one by one. Nothing in it can be clicked.
 */
function MailBody({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    // Only our own tags have the attribute: in words its quotes are escaped.
    const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html')
    const paper = document.createElement('div')
    paper.inert = true
    paper.dataset.style = body.dataset.style ?? ''
    paper.append(...document.importNode(body, true).childNodes)
    for (const each of [paper, ...paper.querySelectorAll<HTMLElement>('[data-style]')]) {
      each.style.cssText = each.dataset.style ?? ''
      delete each.dataset.style
    }
    root.replaceChildren(paper)
  }, [html])
  return <div className="mail-body break-anywhere" ref={host} />
}
