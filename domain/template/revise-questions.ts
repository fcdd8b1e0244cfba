import { z } from 'zod'
import { questionsText, sameQuestions } from './check-questions.ts'
import { assertPackage, packageIdInput, templateCommand } from './template.ts'

/** Asks other questions from the next order on. An earlier version is restored by sending it again. */
export const reviseQuestions = templateCommand({
  input: z.object({ packageId: packageIdInput, questions: questionsText }),
  success: 'Questionnaire updated',
  decide(template, { packageId, questions }) {
    assertPackage(packageId)
    if (sameQuestions(questions, template.questions)) return []
    return [{ type: 'QuestionsRevised', data: { questions } }]
  },
})
