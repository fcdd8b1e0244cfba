import type { ReactNode } from 'react'
import type { Answer, AnswerType, FileAnswer, Question } from '#domain/questionnaire/question.ts'
import { dayInWords } from '#domain/time-zone.ts'

const text = (answer: Answer): string => (typeof answer === 'string' ? answer : '')

const Link = ({ to }: { to: string }) =>
  /^https?:\/\//.test(to) ? (
    <a href={to} rel="noopener noreferrer" target="_blank">
      {to}
    </a>
  ) : (
    to
  )

const File = ({ file: { filename, originalName } }: { file: FileAnswer }) => (
  <a href={`/uploads/${encodeURIComponent(filename)}?download=true`} download={originalName}>
    {originalName}
  </a>
)

const written: Record<AnswerType, (answer: Answer) => ReactNode> = {
  Line: text,
  Paragraph: (answer) => <span className="block pre-line">{text(answer)}</span>,
  Radio: text,
  'Multiple Choice': text,
  'Check Box': (answer) => (
    <ul>
      {(Array.isArray(answer) ? answer : []).map((each) => (
        <li key={each} className="written">
          {each}
        </li>
      ))}
    </ul>
  ),
  File: (answer) => typeof answer === 'object' && answer && !Array.isArray(answer) && <File file={answer} />,
  Link: (answer) => <Link to={text(answer)} />,
  Email: (answer) => <a href={`mailto:${text(answer)}`}>{text(answer)}</a>,
  Phone: (answer) => <a href={`tel:${text(answer).replace(/[^+\d]/g, '')}`}>{text(answer)}</a>,
  Color: (answer) => (
    <>
      <span className="answer-colour" style={{ background: text(answer) }} /> {text(answer)}
    </>
  ),
  // A calendar day has no zone: only its parts change their order.
  Date: (answer) => dayInWords(text(answer)),
  Time: text,
}

/** An answer, shown by its type. */
export const AnswerText = ({ question: { answer, answerType } }: { question: Question }) =>
  answer === null ? <span className="pencil italic">No answer</span> : written[answerType](answer)
