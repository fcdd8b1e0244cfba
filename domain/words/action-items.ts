import { counted, listed, plural } from '../count.ts'

// What an order's page asks its client to do: each a whole sentence.

/** An amount (`₹22,500`) that is to be paid. */
export const amountToPay = (amount: string): string => `${amount} to pay.`

/** A proposal that can be accepted for so many more days: 0 on the last one. */
export const proposalToReview = (daysLeft: number): string =>
  daysLeft === 0
    ? 'Please review the proposal: today is the last day.'
    : plural(daysLeft, 'Please review the proposal: {n} day left.', 'Please review the proposal: {n} days left.')

/** What the agency sent and the client has not read: at least one of them is not 0. */
export function unreadFromUs({ messages, files }: { messages: number; files: number }): string {
  const sent = listed([
    ...(messages > 0 ? [counted(messages, 'message')] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
  ])
  return plural(messages + files, `${sent} from us is unread.`, `${sent} from us are unread.`)
}

/** Files that are asked for and were not uploaded: `question` asks for the first. */
export const filesNeeded = (count: number, question: string): string =>
  count === 1
    ? `We still need a file: ${question}`
    : plural(count, 'We still need {n} file.', 'We still need {n} files.')

/** Questions without an answer. */
export const questionsUnanswered = (count: number): string =>
  plural(count, '{n} question is unanswered.', '{n} questions are unanswered.')
