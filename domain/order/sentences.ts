import type { FileAnswer } from '#domain/template/question.ts'
import { count } from '../count.ts'
import type { Recorded } from '../event.ts'
import { formatMoney } from '../money.ts'
import { fileIn, type StoredFile } from './conversation.ts'
import { isKnownEvent } from './events.ts'
import { type Amounts, invoiceOf } from './invoice.ts'
import type { Order, OrderEvent } from './order.ts'

/** What a sentence says of an order beside the event. */
export type SentenceContext = Pick<Order, 'steps' | 'questions' | 'conversation'>

type SentenceByType = { [E in OrderEvent as E['type']]: (data: E['data'], order: SentenceContext) => string }

const sentences: SentenceByType = {
  OrderOpened: ({ questions }) =>
    `Project opened with ${count(questions.filter(({ answer }) => answer !== null).length, 'answer')}`,
  StepToggled: ({ step, done }, order) => {
    const name = truncate(order.steps.find(({ id }) => id === step)?.value ?? 'A step', 120)
    return done ? `${name} is done` : `${name} is open again`
  },
  DesignLinkShared: () => 'A design is ready to look at',
  PaymentLinkShared: () => 'A link for international payment is ready',
  InvoiceRevised: (amounts) => `Invoice revised: ${invoiceSentence(amounts)}`,
  ProposalRevised: ({ receiverName }) => `The proposal for ${truncate(receiverName, 100)} is ready to read`,
  MessageSent: ({ text }) => `“${truncate(text, 120)}”`,
  FileShared: ({ file, caption }) => `Shared ${quotedName(file)}: ${truncate(caption, 80)}`,
  FileReplaced: ({ id, file }, order) => {
    const earlier = versionBefore(order, id, file)
    return earlier && earlier.originalName !== file.originalName
      ? `Replaced ${quotedName(earlier)} with ${quotedName(file)}`
      : `Sent a new version of ${quotedName(file)}`
  },
  // Of a client who was erased it is not known which.
  FileDeleted: ({ files }) => (files.length === 0 ? 'Deleted a file' : `Deleted ${quotedName(files.at(-1)!)}`),
  AnswersAmended: ({ answers }, order) => {
    const changed = order.questions.filter(({ id }) => id in answers)
    return changed.length === 1
      ? `Changed the answer to “${truncate(changed[0]!.question, 100)}”`
      : `Changed ${count(Object.keys(answers).length, 'answer')}`
  },
  ConversationRead: () => 'Read what was sent',
  OrderRenamed: ({ title }) => `Project renamed to ${title}`,
  OrderCompleted: () => 'Project completed',
  OrderCancelled: () => 'Project cancelled',
  OrderReopened: ({ reason }) => `Project reopened: ${truncate(reason, 120)}`,
  ClientErased: () => 'The client was erased, with everything that was theirs',
}

/** The longest sentence, in characters. */
export const maxSentenceLength = 160

/** An order's event in a person's words, without who and when: those stand beside it. It is one line. */
export function sentence(event: Recorded<OrderEvent>, order: SentenceContext): string {
  if (!isKnownEvent(event)) return 'Something that this version of the site does not know yet'
  const say = sentences[event.type] as (data: unknown, order: SentenceContext) => string
  return truncate(say(event.data, order), maxSentenceLength)
}

// Made for the first long text: its tables take longer to load than all the rest of this file.
let characters: Intl.Segmenter | undefined

/** Text on one line, cut after so many characters. */
function truncate(text: string, longest: number): string {
  // Marks that turn the direction of a line around would turn the rest of the sentence too.
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\s\p{Cc}]+/gu, ' ')
  if (line.length <= longest) return line
  // Cut between what a reader takes for characters: half an emoji is none.
  characters ??= new Intl.Segmenter()
  let end = 0
  for (const { index, segment } of characters.segment(line.slice(0, longest + 50))) {
    if (index + segment.length > longest - 1) break
    end = index + segment.length
  }
  return `${line.slice(0, end).trimEnd()}…`
}

/** A file's name, the end of a long one kept: that is where it says what it is. */
function quotedName({ originalName }: FileAnswer): string {
  if (originalName.length <= 60) return originalName
  const ending = /\.\w{1,10}$/.exec(originalName)?.[0] ?? ''
  return `${truncate(originalName.slice(0, originalName.length - ending.length), 60 - ending.length)}${ending}`
}

/** The version that a file took the place of. */
function versionBefore(order: SentenceContext, id: string, { filename }: StoredFile): StoredFile | undefined {
  const shared = fileIn(order.conversation, id)
  if (!shared) return undefined
  const versions = [...shared.before.map(({ file }) => file), shared.file]
  return versions[versions.findIndex((version) => version.filename === filename) - 1]
}

/** What is to pay, or paid of what, with the extra revisions in it. */
function invoiceSentence(amounts: Amounts): string {
  const { paid, actual, revisions } = amounts
  const total = actual + invoiceOf(amounts).totalPaidRevisions
  const included = revisions === 0 ? '' : `, ${count(revisions, 'extra revision')} included`
  if (paid === 0) return `${formatMoney(total)} to pay${included}`
  if (paid === total) return `${formatMoney(total)} paid in full${included}`
  return `${formatMoney(paid)} of ${formatMoney(total)} paid${included}`
}
