import { z } from 'zod'
import { question } from '#domain/template/question.ts'
import { Refusal } from '../command.ts'
import { newStep } from '../step.ts'
import { exists, orderCommand, orderId } from './order.ts'

/** Says that the id is taken: the client's next number is free, or the one after. */
export class OrderExists extends Refusal {
  override name = 'OrderExists'
}

/** Opens a client's order from the answered questionnaire, with a snapshot of the steps as they are today. */
export const openOrder = orderCommand({
  name: 'openOrder',
  summary: 'Open an order',
  roles: ['client'],
  visible: () => true,
  input: z.object({
    orderId,
    number: z.int().positive(),
    questions: z.array(question),
    steps: z.array(newStep),
  }),
  success: 'Thank you. Your project has begun.',
  decide(order, { number, questions, steps }, { by }) {
    if (exists(order)) throw new OrderExists('This order is already open')
    return [
      { type: 'OrderOpened', data: { clientId: by.id, number, title: `${by.name} #${number}`, steps, questions } },
    ]
  },
})
