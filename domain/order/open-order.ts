import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { counted } from '#domain/count.ts'
import { question } from '#domain/questionnaire/question.ts'
import { newStep } from '#domain/step.ts'
import { listMoveTraits, orderCommand, orderEvent } from './action.ts'
import { orderId } from './input.ts'
import { exists, stepsAtSubmission } from './order.ts'

export const OrderOpened = orderEvent(
  'OrderOpened',
  {
    clientId: clear(z.string()),
    number: z.int(),
    title: personal(z.string(), 'erased'),
    steps: clear(z.array(newStep)),
    questions: personal(z.array(question), []),
  },
  {
    ...listMoveTraits,
    kind: 'project',
    countsAsUnread: true,
    overview: 'hidden',
    apply: (order, data, { by, at }) => ({
      ...order,
      ...data,
      openedAs: data.title,
      steps: stepsAtSubmission(data.steps, { by: by.name, at }),
      openedAt: at,
      currentSince: at,
    }),
    sentence: ({ questions }) =>
      questions.length === 0
        ? 'Project started'
        : `Project started with ${counted(questions.filter(({ answer }) => answer !== null).length, 'answer')}`,
  },
)

/** The error that the id is taken: the client's next number is free, or the one after. */
export class OrderExists extends Refusal {
  override name = 'OrderExists'
}

/** Opens a client's order from the answered questionnaire, with a snapshot of the steps as they are today. */
export const openOrder = orderCommand(
  'openOrder',
  z.object({
    orderId,
    number: z.int().positive(),
    questions: z.array(question),
    steps: z.array(newStep),
  }),
  {
    summary: 'Start an order',
    scope: null,
    roles: ['client'],
    visible: () => true,
    success: 'Thank you. Your project has started.',
    decide(order, { number, questions, steps }, { by }) {
      if (exists(order)) throw new OrderExists('This project has already been started')
      return [OrderOpened({ clientId: by.id, number, title: `${by.name} #${number}`, steps, questions })]
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)
