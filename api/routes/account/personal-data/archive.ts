import { Readable } from 'node:stream'
import escapeHtml from 'escape-html'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { inPieces } from '#api/http/streamed.ts'
import { type DownloadedEntry, type DownloadedOrder, personalDownload } from '#domain/account/personal-download.ts'
import { listed } from '#domain/count.ts'
import {
  type ArchiveContext,
  accountHistoryOf,
  downloadedOrder,
  historyOf,
  messagesOf,
  orderIdsOf,
  orderReader,
  profileOf,
  securityOf,
} from './contents.ts'

/**
 * All data of a person as a zip, made as it is read. At most fifty orders without their messages, and a piece of one file,
 * are in memory at a time. Throws `NotFound` before there is any of it.
 */
export async function archiveOf(app: AppContext, person: string): Promise<NodeJS.ReadableStream> {
  const profile = await profileOf(app, person)
  const context: ArchiveContext = { ...app, orderOf: orderReader(app) }
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  // What a part fails with fails the whole: half of it must not be taken for all.
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error as Error)
  zip.on('error', fail)
  output.on('error', () => {}) // its reader handles failures, and it has none yet
  // One part is open at a time: it is closed when the archive is not read to its end.
  let open: Readable | undefined
  output.once('close', () => open?.destroy())
  const opened = (part: Readable) => {
    open = part.on('error', fail)
    return output.destroyed ? part.destroy() : part
  }
  const mtime = new Date(profile.made)
  const text = (path: string, lines: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, { mtime }, (done) => done(null, opened(Readable.from(inPieces(lines())))))
  text('read me.html', () => personalDataHtml(context, profile))
  text('data.json', () => json(context, profile))
  const schema = JSON.stringify(z.toJSONSchema(personalDownload), null, 2)
  zip.addBuffer(Buffer.from(schema), 'data.schema.json', { mtime })
  try {
    for await (const id of orderIdsOf(context, person)) {
      for (const { filename, stored } of (await context.orderOf(id)).files) {
        if (!stored) continue
        // Pictures and PDFs are compressed already.
        zip.addReadStreamLazy(stored.path, { mtime: new Date(stored.at), compress: false }, (done) => {
          app.files.get(filename).then(
            (content) => done(null, opened(content ?? Readable.from([]))),
            (error) => done(error, undefined as never),
          )
        })
      }
    }
    if (output.errored) throw output.errored
  } catch (error) {
    fail(error)
    throw error
  }
  zip.end()
  return output
}

type Profile = Awaited<ReturnType<typeof profileOf>>

/** `data.json`, an order at a time. */
async function* json(context: ArchiveContext, profile: Profile): AsyncGenerator<string> {
  const { id: person } = profile.profile
  yield `${JSON.stringify(profile, null, 2).slice(0, -2)},\n  "history": [`
  yield* items(accountHistoryOf(context, profile.profile))
  yield '],\n  "security": ['
  yield* items(securityOf(context, profile.profile))
  yield '],\n  "orders": ['
  let separator = '\n'
  for await (const id of orderIdsOf(context, person)) {
    const { files, ...order } = await downloadedOrder(context, id)
    yield `${separator}${JSON.stringify(order).slice(0, -1)},"messages":[`
    separator = ',\n'
    yield* items(messagesOf(context, id))
    yield `],"files":${JSON.stringify(files)},"history":[`
    yield* items(historyOf(context, id))
    yield ']}'
  }
  yield '\n  ]\n}\n'
}

/** The items of a JSON array. */
async function* items(values: AsyncIterable<object>): AsyncGenerator<string> {
  let comma = ''
  for await (const value of values) {
    yield `${comma}${JSON.stringify(value)}`
    comma = ','
  }
}

const style = `:root{color-scheme:light dark;font:1rem/1.55 Georgia,serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{font-weight:400;line-height:1.2}h2{border-top:1px solid;padding-top:1rem;margin-top:3rem}dt{font-style:italic}
dd{margin:0 0 .75rem}time{font:.8rem/1 ui-sans-serif,system-ui;opacity:.75}p,dd{white-space:pre-wrap;overflow-wrap:anywhere}`

/** Renders `data.json` as a page that a browser shows offline, streaming one order at a time. */
async function* personalDataHtml(context: ArchiveContext, profile: Profile): AsyncGenerator<string> {
  const { id: person } = profile.profile
  yield* profilePage(profile)
  yield '<h2>History of your account</h2>'
  for await (const entry of accountHistoryOf(context, profile.profile)) yield entryLine(entry)
  yield '<h2>Security log</h2>'
  for await (const { at: when, last, times, what, origin } of securityOf(context, profile.profile)) {
    const often = times > 1 ? `, ${times} times until ${plainTime(last)}` : ''
    yield line(when, originText(origin), `${what}${often}`)
  }
  for await (const id of orderIdsOf(context, person)) {
    const { files, ...order } = await downloadedOrder(context, id)
    yield* orderPage(order)
    let heading = '<h3>Messages</h3>'
    for await (const { at: when, by, text } of messagesOf(context, id)) {
      yield `${heading}${line(when, by, text)}`
      heading = ''
    }
    yield* filesPage(files)
    yield '<h3>History</h3>'
    for await (const entry of historyOf(context, id)) yield entryLine(entry)
  }
  yield '</html>\n'
}

function* profilePage(all: Profile): Generator<string> {
  const { made, agency, profile, sessions, notifications, devices, request, draft } = all
  const { name, email, phone, since, addressConfirmed, secondFactor } = profile
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`
  yield `<title>${escapeHtml(name)}</title><style>${style}</style>`
  yield `<h1>Data that ${escapeHtml(agency)} holds about ${escapeHtml(name)}</h1><p>As of ${at(made)}. Times are UTC.</p>`
  yield '<h2>You</h2>'
  yield list([
    ['Name', name],
    ['Email', `${email}, ${addressConfirmed ? 'confirmed' : 'not confirmed'}`],
    ['Phone', phone],
    ['Registered', plainTime(since)],
    ['Two-step verification', secondFactor ? 'on' : 'off'],
    [
      'Notifications',
      listed([...(notifications.mail ? ['email'] : []), ...(notifications.push ? ['push'] : [])]) || 'none',
    ],
    ['Logged in', sessions.map(({ device = 'a browser', since }) => `${device}, since ${plainTime(since)}`).join('\n')],
    ['Devices with notifications', devices.map(({ name, since }) => `${name}, since ${plainTime(since)}`).join('\n')],
  ])
  if (request) {
    const { first, last, answers, ...said } = request
    yield '<h2>Your price request</h2>'
    yield list([
      ...Object.entries(said).map(([what, value]): [string, string] => [what, String(value)]),
      ['First', plainTime(first)],
      ['Last', plainTime(last)],
      ...texts({ Answers: answers }),
    ])
  }
  if (draft) yield `<h2>Answers not sent yet</h2>${list(texts(draft))}`
}

type Order = Awaited<ReturnType<typeof downloadedOrder>>

function* orderPage(order: Omit<Order, 'files'>): Generator<string> {
  const { title, status, opened, answers, steps, proposal, designs, invoice } = order
  yield `<h2>${escapeHtml(title)}</h2><p>${status}, started ${at(opened)}</p><h3>Your answers</h3>`
  yield list(answers.map(({ question, answer }) => [question, answerText(answer)]))
  yield `<h3>Steps</h3>${list(steps.map(({ name, done }) => [name, done ? 'done' : 'not done']))}`
  if (proposal) yield `<h3>Proposal</h3>${list(Object.entries(proposal))}`
  if (designs.length > 0) yield `<h3>Designs</h3>${list(designs.map(({ link, at }) => [plainTime(at), link]))}`
  yield `<h3>Invoice</h3>${list([
    ['Project price', `₹ ${invoice.price}`],
    ['Paid', `₹ ${invoice.paid}`],
    ['Paid revisions', String(invoice.extraRevisions)],
  ])}`
}

function* filesPage(files: Order['files']): Generator<string> {
  if (files.length > 0) yield '<h3>Files</h3>'
  for (const { at: when, by, name, caption = '', path } of files) {
    const link = path
      ? `<a href="${escapeHtml(encodeURI(path).replace(/[#?]/g, encodeURIComponent))}">${escapeHtml(name)}</a>`
      : `${escapeHtml(name)} (no longer stored)`
    yield `<p>${at(when)} ${escapeHtml(by)}: ${link} ${escapeHtml(caption)}</p>`
  }
}

function answerText(answer: DownloadedOrder['answers'][number]['answer']): string {
  if (answer === null) return 'no answer'
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) ? answer.join(', ') : answer.name
}

const plainTime = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`
const at = (time: string): string => `<time datetime="${time}">${plainTime(time)}</time>`
const line = (when: string, by: string, text: string): string =>
  `<p>${at(when)} ${escapeHtml(by)}: ${escapeHtml(text)}</p>`
/** Something that was recorded, with all that it says to be opened below. */
function entryLine({ at: when, by, what, data = {}, origin }: DownloadedEntry): string {
  const entries = texts(origin ? { ...data, from: originText(origin) } : data)
  const details = entries.length > 0 ? `<details><summary>Details</summary>${list(entries)}</details>` : ''
  return `${line(when, by, what)}${details}`
}
const originText = ({ address = '', browser = '' }: DownloadedEntry['origin'] = { address: '' }): string =>
  [address, browser].filter(Boolean).join(', ') || 'unknown'
/** Fields as texts: what has parts is JSON. */
const texts = (fields: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]],
  )
const list = (entries: readonly (readonly [string, string])[]): string =>
  `<dl>${entries.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
