import type { Aggregate, Event, Recorded } from '../event.ts'
import type { NewStep } from '../order/order.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import type { Question } from './question.ts'

export type TemplateEvent =
  | Event<'QuestionsRevised', { questions: Question[] }>
  | Event<'StepsRevised', { steps: NewStep[] }>

/** What a new order begins with. */
export type Template = { questions: Question[]; steps: NewStep[] }

/** The one package there is. */
export const packageId = '1'

export const templates: Aggregate<Template, TemplateEvent> = {
  name: 'template',
  initial: { questions: defaultQuestions, steps: defaultSteps },
  evolve(template: Template, { type, data }: Recorded<TemplateEvent>): Template {
    switch (type) {
      case 'QuestionsRevised':
        return { ...template, questions: data.questions }
      case 'StepsRevised':
        return { ...template, steps: data.steps }
    }
  },
}
