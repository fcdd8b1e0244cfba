import { isIP } from 'node:net'
import escapeHtml from 'escape-html'
import { type RequestHandler, Router } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { answerPage } from '#api/http/plain-page.ts'
import { NotFound } from '#domain/command.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { type ParsedMail, readEml } from '#infra/mail/eml.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { isLoopback } from '#infra/public-host.ts'
import type { Settings } from '#infra/settings.ts'

/** Lets a mail’s links open a tab of their own, which is as free as any other: the mail itself may do nothing else. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox'

/** How many mails the list shows. */
const maxShown = 200

/**
 * Whether a request names the site by its own host. Another name may lead here for a moment only, so that its page
 * reads what is here (DNS rebinding). An address in numbers is no name, and leads nowhere else.
 */
function isOwnHost(host: string | undefined, { publicUrl, host: listening }: Pick<Settings, 'publicUrl' | 'host'>) {
  const name = URL.parse(`http://${host}`)?.hostname
  if (name === undefined) return false
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isLoopback(name) || [listening, publicUrl && URL.parse(publicUrl)?.hostname].includes(name)
}

/** The mails of the demo, which has no mail server: any visitor may read them all. There is no such route elsewhere. */
export function outboxRoutes({ settings }: Pick<AppContext, 'settings'>): Router {
  const router = Router()
  if (!settings.demo || settings.production || settings.mail?.smtpUrl) return router
  const folder = outboxIn(settings.dataDir)

  const withLetter =
    (answer: (letter: ParsedMail, name: string, response: Parameters<RequestHandler>[1]) => void): RequestHandler =>
    async (request, response) => {
      const name = String(request.params.name)
      const content = await mailIn(folder, name)
      if (!content) throw new NotFound('This email doesn’t exist')
      response.set('Cache-Control', 'no-store')
      answer(readEml(content), name, response)
    }

  router.use('/dev/outbox', (request, _response, next) =>
    next(
      isOwnHost(request.headers.host, settings) ? undefined : new NotFound('Nothing is available under this host name'),
    ),
  )

  router.get('/dev/outbox', async (_request, response) => {
    const names = await mailsIn(folder)
    const rows = await Promise.all(names.slice(0, maxShown).map((name) => rowOf(folder, name)))
    const lines = `<ol class="plain-lines">${rows.join('')}</ol>`
    const said = names.length === 0 ? 'No emails yet.' : 'Emails the demo would have sent, newest first.'
    response.set('Cache-Control', 'no-store')
    answerPage(response, 'Outbox', `<p class="plain-lead">${said}</p>${names.length === 0 ? '' : lines}`)
  })

  router.get(
    '/dev/outbox/:name',
    withLetter(({ headers, subject, text, attachments }, name, response) => {
      const lines = headers.map(
        ([header, value]) => `<tr><th>${escapeHtml(header)}</th><td>${escapeHtml(value)}</td></tr>`,
      )
      const files = attachments.map(
        ({ filename }, nth) =>
          `<li><a href="/dev/outbox/${name}/files/${nth}" download>${escapeHtml(filename)}</a></li>`,
      )
      answerPage(
        response,
        subject || 'No subject',
        `<p><a href="/dev/outbox">All emails</a></p><h2>As HTML</h2>` +
          `<iframe sandbox="${sandbox}" title="The email as HTML" src="/dev/outbox/${name}/html"></iframe>` +
          (files.length > 0 ? `<h2>Files</h2><ul>${files.join('')}</ul>` : '') +
          `<h2>As text</h2><pre>${escapeHtml(text)}</pre><h2>Headers</h2><table>${lines.join('')}</table>`,
      )
    }),
  )

  router.get(
    '/dev/outbox/:name/html',
    withLetter(({ html }, _name, response) => {
      // A mail's styles stand in its tags; scripts, forms and whatever it would load are shut out.
      const policy = `sandbox ${sandbox}; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`
      const linked = html.replace('<body', '<base target="_blank">$&')
      response.set('Content-Security-Policy', policy).type('html').send(linked)
    }),
  )

  router.get(
    '/dev/outbox/:name/files/:nth',
    withLetter(({ attachments }, _name, response) => {
      const file = attachments[Number(response.req.params.nth)]
      if (!file) throw new NotFound('This file doesn’t exist')
      response.attachment(file.filename).send(Buffer.from(file.content))
    }),
  )

  return router
}

async function rowOf(folder: string, name: string): Promise<string> {
  const content = await mailIn(folder, name)
  if (!content) return '' // removed meanwhile
  const { headers, subject } = readEml(content)
  const value = (wanted: string) => escapeHtml(headers.find(([each]) => each === wanted)?.[1] ?? '')
  const sent = new Date(headers.find(([each]) => each === 'Date')?.[1] ?? '')
  const time = `<time datetime="${sent.toISOString()}">${clock.format(sent)}</time>`
  const link = `<a href="/dev/outbox/${name}">${escapeHtml(subject || 'No subject')}</a>`
  return `<li>${time}<div>${link}<p>To ${value('To')}, from ${value('From')}</p></div></li>`
}

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: defaultTimeZone, day: 'numeric', month: 'long' },
  ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
})
