import { z } from 'zod'
import { type Command, NotFound } from '../command.ts'
import type { Aggregate, EventOf, Recorded } from '../event.ts'
import { type NewStep, newStep } from '../step.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { type Question, question } from './question.ts'

/** The data of each event by its type. */
export const templateEvents = {
  QuestionsRevised: z.object({ questions: z.array(question) }),
  StepsRevised: z.object({ steps: z.array(newStep) }),
}
export type TemplateEvent = EventOf<typeof templateEvents>

/** What a new order begins with. */
export type Template = {
  questions: Question[]
  steps: NewStep[]
  /** How often each was revised. */
  revised: { questions: number; progress: number }
}

/** The one package there is. */
export const packageId = '1'

/** The id of a package in a request: the number or its text. */
export const packageIdInput = z.union([z.string().max(64), z.number()], 'The package is missing or invalid')

/** Throws `NotFound` for any package but the one there is. */
export function assertPackage(named: z.infer<typeof packageIdInput>): void {
  if (String(named) !== packageId) throw new NotFound('This package doesn’t exist')
}

export const templates: Aggregate<Template, TemplateEvent> = {
  name: 'template',
  initial: { questions: defaultQuestions, steps: defaultSteps, revised: { questions: 0, progress: 0 } },
  evolve(template: Template, { type, data }: Recorded<TemplateEvent>): Template {
    const { revised } = template
    switch (type) {
      case 'QuestionsRevised':
        return { ...template, questions: data.questions, revised: { ...revised, questions: revised.questions + 1 } }
      case 'StepsRevised':
        return { ...template, steps: data.steps, revised: { ...revised, progress: revised.progress + 1 } }
    }
  },
}

/** An action on the template. Orders that are open keep the snapshot they were opened with. */
export const templateCommand = <Input>(
  command: Omit<Command<Template, TemplateEvent, Input>, 'aggregate' | 'roles'>,
): Command<Template, TemplateEvent, Input> => ({ aggregate: templates, roles: ['admin'], ...command })
