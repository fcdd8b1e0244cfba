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

/** What ends a title that `openOrder` made: the client's name stands before it. */
const ofNumber = / #\d+$/

type Named = {
  title: string
  /** Absent in a row from before it was known. */
  openedAs?: string | undefined
  business?: Business | undefined
  proposal?: { receiverName: string } | undefined
}

/**
 * The name of a client's project: what it was renamed to, if it was. Else the business: of the answers, and where they name
 * none that of the proposal's receiver, written as the client's name, a comma, and the business.
 */
export function projectName({ title, openedAs, business, proposal }: Named): ProjectName {
  const isRenamed = openedAs === undefined ? !ofNumber.test(title) : title !== openedAs
  if (isRenamed) return { name: title }
  const client = title.replace(ofNumber, '')
  const receiver = proposal?.receiverName ?? ''
  const name = business?.name || (receiver.startsWith(`${client}, `) ? receiver.slice(client.length + 2).trim() : '')
  return name ? { name, number: title } : { name: title }
}

/** The name of a client's project among their others: with the title that it was opened under where another has the same. */
export function nameAmong(project: Named, all: readonly Named[]): string {
  const { name, number } = projectName(project)
  const isShared = all.filter((each) => projectName(each).name === name).length > 1
  return isShared && number ? `${name} (${number})` : name
}
