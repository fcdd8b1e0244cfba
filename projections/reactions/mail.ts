import { type Account, anonymous, isActive, isAddressProven, nameInMail } from '#domain/account/account.ts'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { addressProofLifetime } from '#domain/account/prove-address.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { addressProofs, addressUndoTokens } from '#infra/address-proof.ts'
import { createBreaker } from '#infra/breaker.ts'
import { type Mail, MailDeferred } from '#infra/mail/mailer.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type DocumentWork, documentMails } from './document-mails.ts'
import { type NotificationWork, projectMails } from './project-mails.ts'
import type { Mailing, Reaction } from './reaction.ts'
import { type Plan, RetryAt } from './tasks.ts'

type AccountMail = 'welcome' | 'password' | 'address' | 'factor' | 'factor reset' | 'downloaded'
/** `until` says which of the addresses of before it is about, `by` who has done it. */
type AccountWork = { kind: AccountMail; fact: string; personId: string; until?: string; by?: string }
type Work = AccountWork | NotificationWork | DocumentWork

const minute = 60_000
/** How long a mail server that fails again and again is left in peace: it is the only one, and tried by one mail. */
const pauses = { firstPauseMs: 5_000, longestPauseMs: minute }

type Dependencies = Mailing &
  Parameters<typeof documentMails>[0] &
  Parameters<typeof projectMails>[0] & {
    /** The server's own secret, which signs the links by which addresses are confirmed. */
    secret: string
  }

/**
 * Welcomes a new client, and mails people about changes of their password, second factor and address. What happened on
 * a project goes to the other side (`project-mails.ts`), and documents to both (`document-mails.ts`). What concerns an
 * account is never held back. A mail server that fails again and again is left in peace for a while.
 */
export function mailReaction(dependencies: Dependencies): Reaction<Work> {
  const { mailer, directory, url, compose, secret, now } = dependencies
  const proofs = addressProofs(secret)
  const undoToken = addressUndoTokens(secret)
  const projects = projectMails(dependencies)
  const papers = documentMails(dependencies)
  const breaker = createBreaker(now, pauses)

  /** One server carries all mails: while it does not answer they wait, and not each of them for its answer. */
  async function send(letter: () => Promise<Mail>): Promise<void> {
    const paused = breaker.pausedUntil('mail')
    if (paused !== undefined) throw new RetryAt(paused)
    const mail = await letter()
    try {
      await mailer.send(mail)
      breaker.succeeded('mail')
    } catch (error) {
      if (error instanceof Unavailable && !(error instanceof MailDeferred)) breaker.failed('mail')
      else breaker.succeeded('mail')
      throw error
    }
  }

  /** Mails a person what happened to their account. */
  async function sendToAccount(work: AccountWork): Promise<void> {
    const { kind, fact, personId, until, by = '' } = work
    const account = await directory.account(personId)
    const former = kind === 'address' ? account.formerAddresses?.find((each) => each.until === until) : undefined
    // The reader of a former address can undo its change on a suspended account too.
    const isMailed = kind === 'address' ? account.email !== '' && former : isActive(account)
    if (!isMailed) return // erased, suspended or removed since, or undone
    const name = nameInMail(account)
    const undoLink = () => `${url}/undo-address-change/${undoToken(personId, former!)}`
    const mailOf = {
      welcome: () => compose('welcome', { name, ...welcomeTo(account, personId) }, url),
      password: () => compose('passwordChanged', { name, link: `${url}/forgot-password` }, url),
      address: () => compose('addressChanged', { name, link: undoLink() }, url),
      factor: () => compose('secondFactorSetUp', { name, link: `${url}/forgot-password` }, url),
      downloaded: () => compose('dataDownloaded', { name, by, link: `${url}/settings` }, url),
      'factor reset': () => compose('secondFactorReset', { name, admin: by, link: `${url}/settings` }, url),
    }
    const to = former?.email ?? account.email
    await send(async () => ({ to, ...(await mailOf[kind]()), key: `${kind} ${fact}` }))
  }

  /** Where a welcome leads: the dashboard, by way of confirming the address where it is not yet. */
  function welcomeTo(account: Account, id: string): { next: string; link: string } {
    if (isAddressProven(account)) return { next: 'Open your dashboard', link: `${url}/dashboard` }
    return {
      next: 'Confirm your email address and open your dashboard',
      link: `${url}/confirm-address/${proofs.tokenFor(id, now() + addressProofLifetime)}`,
    }
  }

  function planOfAccount({ type, data, id, by, at }: Recorded<AccountEvent>, personId: string): Plan<Work> | undefined {
    if (type === 'AccountErased') return { drop: [{ author: personId }] }
    const mail = (kind: AccountMail, about: Pick<AccountWork, 'until' | 'by'> = {}): Plan<Work> => ({
      tasks: [{ id, author: by.id, due: Date.parse(at), work: { kind, fact: id, personId, ...about } }],
    })
    if (type === 'AccountRegistered' && data.role === 'client') return mail('welcome')
    if (type === 'PasswordChanged') return mail('password')
    if (type === 'AddressChanged' && data.undoUntil !== undefined) return mail('address', { until: data.undoUntil })
    if (type === 'DataDownloaded') return mail('downloaded', { by: by.id === personId ? 'you' : by.name })
    if (type === 'SecondFactorEnabled') return mail('factor')
    if (type !== 'SecondFactorDisabled' || by.id === personId || by.id === anonymous.id) return undefined
    return mail('factor reset', { by: by.name })
  }

  return {
    name: 'mail',
    concurrency: 8,
    laneOf: ({ personId }) => personId,
    plan(event) {
      const orderId = idIn(orders, event.stream)
      if (orderId !== undefined) {
        const happened = event as Recorded<OrderEvent>
        return papers.plan(happened, orderId) ?? projects.plan(happened, orderId)
      }
      const personId = idIn(accounts, event.stream)
      return personId === undefined ? undefined : planOfAccount(event as Recorded<AccountEvent>, personId)
    },
    async perform(work) {
      for (const each of work) {
        if (each.kind === 'document') await papers.send(each, send)
        else if (each.kind !== 'news') await sendToAccount(each)
      }
      const news = work.filter((each) => each.kind === 'news')
      return news.length > 0 ? projects.send(news, send) : []
    },
  }
}
