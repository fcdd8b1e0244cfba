import { z } from 'zod'
import { questionsText, sameQuestions } from './check-questions.ts'
import { namedPackage, onlyPackage, templateAction } from './template.ts'

/** Asks other questions from the next order on. An earlier version is restored by sending it again. */
export const reviseQuestions = templateAction({
  input: z.object({ packageId: namedPackage, questions: questionsText }),
  done: 'Questionnaire updated',
  decide(template, { packageId, questions }) {
    onlyPackage(packageId)
    if (sameQuestions(questions, template.questions)) return []
    return [{ type: 'QuestionsRevised', data: { questions } }]
  },
})
