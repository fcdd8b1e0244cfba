import { expect, it } from 'vitest'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import type { FileAnswer } from '#domain/questionnaire/question.ts'
import { asha, completed, farhan, opened, read, signed } from '#domain/samples.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'

const logo = { filename: 'x1y2.png', originalName: 'Our logo (final).png' }
const photo = { filename: 'z9.jpg', originalName: 'Over the door.jpg' }

/** An order with these files among the answers to its questionnaire. */
const openedWith = (by: typeof asha, ...files: FileAnswer[]) => {
  const fileQuestion = defaultQuestions.find(({ answerType }) => answerType === 'File')!
  const questions = [
    ...opened.data.questions,
    ...files.map((answer, at) => ({ ...fileQuestion, id: 100 + at, answer })),
  ]
  return { ...opened, by, data: { ...opened.data, clientId: by.id, questions } }
}

async function projected(...orders: [string, ...Parameters<typeof record>[2][]][]) {
  const { events, documents } = await testStores()
  for (const [stream, ...samples] of orders) await record(events, stream, ...samples)
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  await projections.files.caughtUp
  return { ...projections, [Symbol.asyncDispose]: projections.close }
}

it('says to whom each file of an order belongs', async () => {
  await using projections = await projected(['order-1', openedWith(asha, logo, photo), read, signed, completed])
  const belongs = { revision: 0, orderId: '1', by: asha.id }
  expect(await projections.files.collection.get('x1y2.png')).toEqual({
    id: 'x1y2.png',
    originalName: 'Our logo (final).png',
    ...belongs,
  })
  expect(await projections.files.collection.get('z9.jpg')).toMatchObject({
    originalName: 'Over the door.jpg',
    ...belongs,
  })
})

it('knows nothing of other names', async () => {
  await using projections = await projected(['order-1', openedWith(asha, logo)])
  expect(await projections.files.collection.get('never.png')).toBeUndefined()
  expect(await projections.files.collection.count()).toBe(1)
})

it('leaves a file with the order that named it first', async () => {
  await using projections = await projected(
    ['order-1', openedWith(asha, logo)],
    ['order-2', openedWith(farhan, { ...logo, originalName: 'mine now' })],
    ['order-3', read, openedWith(farhan, { ...logo, originalName: 'mine now' })], // named at a later revision
  )
  expect(await projections.files.collection.get(logo.filename)).toMatchObject({ orderId: '1' })
})
