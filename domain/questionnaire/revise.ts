import { z } from 'zod'
import { commandsOn, defineCommand } from '#domain/action.ts'
import { questionsText, stepsText } from './check.ts'
import { questionList, sameList, stepList } from './list-changes.ts'
import { assertPackage, packageIdInput, QuestionsRevised, StepsRevised, type Template, templates } from './template.ts'

const byAdmins = { roles: ['admin'], scope: 'settings:write' } as const

/** Changes the questions from the next order on. An earlier version is restored by sending it again. */
export const reviseQuestions = defineCommand(
  'updatePackage',
  z.object({ packageId: packageIdInput, questions: questionsText }),
  {
    ...byAdmins,
    summary: 'Change the questionnaire of new orders',
    call: 'PUT /api/update-package',
    logged: { admin: 'changed the questions' },
    success: 'Questionnaire updated',
    decide(template: Template, { packageId, questions }) {
      assertPackage(packageId)
      return sameList(questionList, questions, template.questions) ? [] : [QuestionsRevised({ questions })]
    },
  },
)

/** Gives the next orders other progress steps. An earlier version is restored by sending it again. */
export const reviseSteps = defineCommand(
  'updateProgress',
  z.object({ packageId: packageIdInput, progress: stepsText }),
  {
    ...byAdmins,
    summary: 'Change the progress steps of new orders',
    call: 'PUT /api/update-progress',
    logged: { admin: 'changed the steps' },
    success: 'Progress tracker updated',
    decide(template: Template, { packageId, progress }) {
      assertPackage(packageId)
      return sameList(stepList, progress, template.steps) ? [] : [StepsRevised({ steps: progress })]
    },
  },
)

/** The commands of admins on the templates of new orders. Orders that are open keep the snapshot they were opened with. */
export const templateCommands = commandsOn(templates, { reviseQuestions, reviseSteps })
