import { formatMoney } from '#domain/money.ts'
import type { Answer } from '#domain/questionnaire/question.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { filesOf } from './conversation.ts'
import type { Design } from './design-draft.ts'
import type { FieldValues } from './fields.ts'
import { totalOf } from './issued.ts'
import { isByItself, saidOf } from './payments.ts'

/** A value that an order shows: a key by which two moments are compared, its subject, and its text or the code for it. */
export type ShownValue = readonly [key: string, about: string, text: string | undefined, code?: 'state']

function answerText(answer: Answer): string | undefined {
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) ? answer.join(', ') : answer?.originalName
}

/** A design as its history tells it: by its link, or by the names of its files. */
const shownDesign = ({ link, files }: Design): string =>
  files ? files.map(({ originalName }) => originalName).join(', ') : link

/**
 * The values of each field in a person's words, or that it is not shown, in the order of the page. Apart from the fields
 * (`fields.ts`): only what compares two moments loads them.
 */
export const shownValues: {
  [F in keyof FieldValues]-?: 'not shown' | ((value: FieldValues[F]) => readonly ShownValue[])
} = {
  clientId: 'not shown',
  number: 'not shown',
  openedAt: 'not shown',
  closedAt: 'not shown',
  clientErased: 'not shown',
  lastAt: 'not shown',
  currentSince: 'not shown',
  unansweredSince: 'not shown',
  pending: 'not shown',
  deleted: 'not shown',
  sent: 'not shown',
  withdrawn: 'not shown',
  read: 'not shown',
  openedAs: 'not shown',
  title: (title) => [['title', 'Project name', title]],
  status: (status) => [['status', 'Status', status]],
  steps: (steps) => steps.map(({ id, value, status }) => [`step ${id}`, value, status === 1 ? 'done' : 'not done']),
  invoice: ({ paid, actual, revisions }) => [
    ['actual', 'Project price', formatMoney(actual)],
    ['paid', 'Paid', formatMoney(paid)],
    ['revisions', 'Paid revisions', String(revisions)],
  ],
  pricing: 'not shown',
  payments: (payments) => payments.filter(isByItself).map((each) => [`payment ${each.id}`, 'Payment', saidOf(each)]),
  buyer: (buyer) => [
    ['buyer name', 'Billing name', buyer?.name],
    ['buyer address', 'Billing address', buyer?.address],
    ['buyer state', 'Billing state', buyer?.state, 'state'],
    ['buyer gstin', 'Billing GSTIN', buyer?.gstin],
  ],
  documents: (documents) =>
    documents.map((each) => [
      `document ${each.documentId}`,
      each.kind === 'invoice' ? 'Invoice' : 'Credit note',
      `${each.number}, ${formatMoney(totalOf(each).amount)}`,
    ]),
  invoiced: 'not shown',
  paymentLink: (link) => [['paymentLink', 'Payment link', link]],
  designs: (designs) => [
    ['design', 'Design', designs.at(-1) && shownDesign(designs.at(-1)!)],
    ...designs.map(
      ({ approved }, at): ShownValue => [
        `version ${at + 1}`,
        `Version ${at + 1} of the design`,
        approved && `approved by ${approved.name}`,
      ],
    ),
  ],
  rounds: (rounds) => [
    ['rounds', 'Rounds of changes', rounds.length > 0 ? String(rounds.length) : undefined],
    ...rounds.flatMap(({ phase, points }) =>
      points.map(
        ({ letter, text, done, answer }): ShownValue => [
          `point ${phase} ${letter}`,
          `Point ${letter}: ${text}`,
          [done ? 'done' : 'open', answer].filter(Boolean).join(': '),
        ],
      ),
    ),
  ],
  proposal: (proposal) => [
    ['receiverName', 'Proposal client', proposal?.receiverName],
    ['date', 'Proposal date', proposal && dayInWords(proposal.date)],
    ['problem', 'Problem', proposal?.problem],
    ['goals', 'Goals', proposal?.goals],
    ['solution', 'Solution', proposal?.solution],
    ['price', 'Proposal price', proposal?.price === undefined ? undefined : formatMoney(proposal.price)],
  ],
  proposals: (versions) =>
    versions.map(({ state, answer, price }, at) => [
      `proposal ${at + 1}`,
      `Proposal version ${at + 1}`,
      // Of one that could not be accepted there is nothing to tell.
      price === undefined ? undefined : answer ? `${state} by ${answer.by}` : state,
    ]),
  questions: (questions) =>
    questions.map(({ id, question, answer }) => [`question ${id}`, question, answerText(answer)]),
  conversation: (conversation) => {
    const files = filesOf(conversation)
    return [
      ['messages', 'Messages', String(conversation.length - files.length)],
      ['files', 'Files', String(files.length)],
      ...files.map(({ id, file, caption }): ShownValue => [`file ${id}`, 'File', `${file.originalName}: ${caption}`]),
    ]
  },
}
