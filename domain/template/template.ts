import { z } from 'zod'
import { type Action, NotFound } from '../action.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'
import type { NewStep } from '../step.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import type { Question } from './question.ts'

export type TemplateEvent =
  | Event<'QuestionsRevised', { questions: Question[] }>
  | Event<'StepsRevised', { steps: NewStep[] }>

/** What a new order begins with. */
export type Template = { questions: Question[]; steps: NewStep[] }

/** The one package there is. */
export const packageId = '1'

/** A package as somebody names it: the number or its text. */
export const namedPackage = z.union([z.string().max(64), z.number()], 'Which package?')

/** Throws `NotFound` for any package but the one there is. */
export function onlyPackage(named: z.infer<typeof namedPackage>): void {
  if (String(named) !== packageId) throw new NotFound('There is no such package')
}

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

/** An action on the template. Orders that are open keep the snapshot they were opened with. */
export const templateAction = <Input>(
  action: Omit<Action<Template, TemplateEvent, Input>, 'aggregate' | 'may'>,
): Action<Template, TemplateEvent, Input> => ({ aggregate: templates, may: ['admin'], ...action })
