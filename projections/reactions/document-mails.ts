import { type Account, isActive, isAddressProven, nameInMail, notificationsOf } from '#domain/account/account.ts'
import type { Recorded } from '#domain/event.ts'
import { formatMoney } from '#domain/money.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { exportName } from '#domain/order/telling.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { dayOf } from '#domain/settings/brand.ts'
import { versionOf } from '#domain/words/proposal.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Attachment, Mail } from '#infra/mail/mailer.ts'
import { drawPdf, type PdfDocument, proposalDocument, receiptDocument } from '#infra/pdf/documents.ts'
import { datesOf } from '#infra/pdf/letterhead.ts'
import { Busy, Unavailable } from '#infra/unavailable.ts'
import { readProposalVersion, readReceipt } from '#projections/order/read-documents.ts'
import { adminIds, type RecipientDirectory } from './notification.ts'
import type { Mailing } from './reaction.ts'
import type { Plan } from './tasks.ts'

/** A document that is mailed to a person: `fact` is the id of the event that made it. */
export type DocumentWork = {
  kind: 'document'
  fact: string
  personId: string
  orderId: string
  /** The document: the version of the proposal that was accepted, or the receipt by its id. */
  of: { version: number } | { receipt: string }
}

type Dependencies = Pick<Mailing, 'compose' | 'url'> & {
  events: EventStore
  files: Pick<FileStore, 'get'>
  directory: RecipientDirectory
  /** An order with all that was recorded by now. */
  order(id: string): Promise<Order>
  agency(): Promise<Agency>
  /** Milliseconds since 1970. */
  now(): number
}

type About = { orderId: string; account: Account; order: Order; agency: Agency }

/**
 * Mails documents of projects as PDF, at once and to each person once, in place of the mail that something has
 * happened. What was accepted goes to the client and every admin, whatever mails they chose: it is their copy. Receipts
 * go to the client. Nothing that a client wrote goes to an address that is not confirmed.
 */
export function documentMails(dependencies: Dependencies) {
  const { events, directory, url, compose } = dependencies

  /** The copies that an event is followed by; undefined for an event that is followed by none. */
  function plan(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<DocumentWork>> | undefined {
    return event.type === 'ProposalAccepted' || event.type === 'ReceiptIssued' ? copiesOf(event, orderId) : undefined
  }

  async function copiesOf(
    event: Extract<Recorded<OrderEvent>, { type: 'ProposalAccepted' | 'ReceiptIssued' }>,
    orderId: string,
  ): Promise<Plan<DocumentWork>> {
    const { id, by, at, type, data } = event
    const tasksFor = (recipients: readonly string[], of: DocumentWork['of']): Plan<DocumentWork> => ({
      tasks: recipients.map((personId) => ({
        ...{ id: `${id} ${personId}`, topic: orderId, author: by.id, due: Date.parse(at) },
        work: { kind: 'document', fact: id, personId, orderId, of },
      })),
    })
    if (type === 'ProposalAccepted') {
      const everyone = new Set([by.id, ...(await adminIds(directory.accounts))])
      return tasksFor([...everyone], { version: data.version })
    }
    return tasksFor([(await dependencies.order(orderId)).clientId], { receipt: data.documentId })
  }

  async function send(work: DocumentWork, hand: (letter: () => Promise<Mail>) => Promise<void>): Promise<void> {
    const { personId, orderId, fact, of } = work
    const account = await directory.account(personId)
    if (!isActive(account) || ('receipt' in of && !notificationsOf(account).mail)) return
    const [order, agency] = await Promise.all([dependencies.order(orderId), dependencies.agency()])
    if (order.clientErased !== undefined) return
    const about = { orderId, account, order, agency }
    await hand(async () => ({
      ...{ to: account.email, key: `document ${fact} ${personId}` },
      ...('version' in of ? await acceptedMail(of.version, about) : await receiptMail(of.receipt, about)),
    }))
  }

  async function acceptedMail(version: number, about: About) {
    const { orderId, account, order, agency } = about
    const written = await readProposalVersion(events, { id: orderId, order }, version)
    const { acceptance } = written
    if (!acceptance) throw new Error(`Version ${version} of order ${orderId} was not accepted`)
    const isProven = isAddressProven(account)
    const values = {
      ...{ name: nameInMail(account), project: isProven ? order.title : 'your project' },
      ...{ by: isProven ? acceptance.name : 'you', version: versionOf(version, 1) },
      ...{ price: formatMoney(acceptance.price), day: datesOf(agency).day(acceptance.at) },
      files: isProven ? 'The accepted text is attached.' : 'You can download the accepted text from the project.',
      link: `${url}/order-detail/${orderId}?tab=proposal`,
    }
    const mail = await compose('proposalAccepted', values, url)
    if (!isProven) return mail
    const nameOf = (extension: string) =>
      exportName(order, `proposal version ${version}`, dayOf(agency, Date.parse(acceptance.at)), extension)
    const text: Attachment = {
      filename: nameOf('txt'),
      ...{ type: 'text/plain; charset=utf-8', content: Buffer.from(acceptance.text) },
    }
    const pdf = await attached(proposalDocument(written), nameOf('pdf'), about)
    return { ...mail, attachments: [pdf, text] }
  }

  async function receiptMail(documentId: string, about: About) {
    const { orderId, account, order, agency } = about
    const receipt = await readReceipt(events, { id: orderId, order }, documentId, { agency, client: account })
    const { number, amount, issuedOn } = receipt
    const isProven = isAddressProven(account)
    const values = {
      ...{ name: nameInMail(account), project: isProven ? order.title : 'your project' },
      ...{ number, amount: formatMoney(amount), link: `${url}/order-detail/${orderId}?tab=payment` },
      files: isProven ? 'The receipt is attached.' : 'You can download the receipt from the project.',
    }
    const mail = await compose('receiptSent', values, url)
    if (!isProven) return mail
    const filename = exportName(order, `receipt ${number}`, issuedOn, 'pdf')
    return { ...mail, attachments: [await attached(receiptDocument(receipt), filename, about)] }
  }

  async function attached(document: PdfDocument, filename: string, { order, agency }: About): Promise<Attachment> {
    const client = await directory.account(order.clientId)
    const about = { agency, project: order.title, client }
    try {
      const content = await drawPdf(dependencies, document, about, { requesterId: order.clientId })
      return { filename, type: 'application/pdf', content }
    } catch (error) {
      throw error instanceof Busy ? new Unavailable('The drawing of PDFs', error) : error
    }
  }

  return { plan, send }
}
