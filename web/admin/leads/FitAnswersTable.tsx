import { type FitAnswers, failures, fitQuestions } from '#domain/funnel/fit-test.ts'
import { Cross } from '#web/kit/Cross.tsx'
import { Tick } from '#web/kit/Tick.tsx'
import './FitAnswersTable.css'

/** What a lead answered in the fit test. */
export function FitAnswersTable({ answers }: { answers: FitAnswers }) {
  const failed = failures(answers)
  return (
    <table className="fit-answers">
      <caption>{failed.length === 0 ? 'Fit test, passed' : 'Fit test, failed by today’s rules'}</caption>
      <tbody>
        {fitQuestions.map(({ id, question }) => (
          <tr key={id}>
            <th scope="row">
              <span>{id}</span> {question}
            </th>
            <td data-fails={failed.some((each) => each.id === id) || undefined}>
              {answers[id] === 'yes' ? 'Yes' : 'No'} {answers[id] === 'yes' ? <Tick /> : <Cross />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
