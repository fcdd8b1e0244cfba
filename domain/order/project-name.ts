import type { Question } from '#domain/questionnaire/question.ts'

/** The name of a project: its business where that is known, with the title that it was opened under beside it. */
export type ProjectName = { name: string; number?: string }

/** The name of the business, as the question that asks for it was answered; its id, since it may be answered anew. */
export type Business = { question: number; name: string }

/** Finds the business in a questionnaire; undefined when it does not ask for it. */
export function businessOf(questions: readonly Question[]): Business | undefined {
  const question = questions.find(({ businessName }) => businessName)
  return question && { question: question.id, name: typeof question.answer === 'string' ? question.answer.trim() : '' }
}

// A title as `openOrder` made it. An order that was renamed is called what it was renamed to.
const opened = /^(.+) #\d+$/

type Named = { title: string; business?: Business | undefined; proposal?: { receiverName: string } | undefined }

/**
 * The name of a client's project. Takes the business from the answers. Where they name none it is that of the proposal's
 * receiver, written as the client's name, a comma, and the business.
 */
export function projectName({ title, business, proposal }: Named): ProjectName {
  const client = opened.exec(title)?.[1]
  if (client === undefined) return { name: title }
  const receiver = proposal?.receiverName ?? ''
  const name = business?.name || (receiver.startsWith(`${client}, `) ? receiver.slice(client.length + 2).trim() : '')
  return name ? { name, number: title } : { name: title }
}
