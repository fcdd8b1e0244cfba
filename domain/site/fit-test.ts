import { z } from 'zod'

type YesNo = 'yes' | 'no'

/**
 * A question of the fit test. `fails` is the answer that makes the agency the wrong one, `because` what is then said.
 */
type FitQuestion = { id: 1 | 2 | 3 | 4 | 5; question: string; fails?: YesNo; because?: string }

/** The five questions, the failing answers of specification section 5 and the reasons of section 8. */
export const fitQuestions: readonly FitQuestion[] = [
  { id: 1, question: 'Do you own the business, or make its decisions?' },
  {
    id: 2,
    question: 'Do you care more about saving money and time than about a perfect design?',
    fails: 'no',
    because: 'Design perfection delays progress. We work with action-takers who are ready to start.',
  },
  {
    id: 3,
    question: 'Do you like teaching younger people?',
    fails: 'no',
    because: 'We are an agency built by young, passionate people, and we need patient guidance.',
  },
  {
    id: 4,
    question: 'Can you reply to our calls within 15 minutes?',
    fails: 'no',
    because: 'We respect that you’re too busy to reply within 15 minutes, but we need timely communication.',
  },
  {
    id: 5,
    question: 'Can you wait one more year to automate your business?',
    fails: 'yes',
    because: 'Waiting another year lets opportunities slip. We thrive with fast action-takers.',
  },
]

const yesNo = z.enum(['yes', 'no'], 'Please answer yes or no')

/** An answer to every question, by its id. */
export const fitAnswers = z.strictObject(
  { 1: yesNo, 2: yesNo, 3: yesNo, 4: yesNo, 5: yesNo },
  'Please answer all 5 questions',
)

export type FitAnswers = z.infer<typeof fitAnswers>

/** The questions with a failing answer; none when the test is passed. */
export const failures = (answers: FitAnswers): FitQuestion[] =>
  fitQuestions.filter(({ id, fails }) => fails === answers[id])
