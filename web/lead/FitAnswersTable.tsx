import { type FitAnswers, failures, fitQuestions } from '#domain/site/fit-test.ts'
import { Cross, Tick } from '#web/kit/marks.tsx'
import './FitAnswersTable.css'

/** Shows a lead’s answers in the fit test. */
export function FitAnswersTable({ answers }: { answers: FitAnswers }) {
  const failed = failures(answers)
  return (
    <table className="fit-answers w-full">
      <caption className="serif italic text-16 text-start leading-12 ink-2 rule-below">
        {failed.length === 0 ? 'Fit test: passed' : 'Fit test: fails today’s rules'}
      </caption>
      <tbody>
        {fitQuestions.map(({ id, question }) => (
          <tr key={id}>
            <th className="py-2 text-2 text-start leading-135 rule-below" scope="row">
              <span className="inline-block pencil serif">{id}</span> {question}
            </th>
            <td
              className="py-2 serif text-2 text-start leading-135 rule-below nowrap"
              data-fails={failed.some((each) => each.id === id) || undefined}
            >
              {answers[id] === 'yes' ? 'Yes' : 'No'} {answers[id] === 'yes' ? <Tick /> : <Cross />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
