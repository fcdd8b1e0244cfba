import { plural } from '#domain/count.ts'

// The requests to the client on an order's page, beside the next step: each a whole sentence.

/** Files that are asked for and were not uploaded: `question` asks for the first. */
export const filesNeeded = (count: number, question: string): string =>
  count === 1
    ? `We still need a file: ${question}`
    : plural(count, 'We still need {n} file.', 'We still need {n} files.')

/** Questions without an answer. */
export const questionsUnanswered = (count: number): string =>
  plural(count, '{n} question is unanswered.', '{n} questions are unanswered.')
