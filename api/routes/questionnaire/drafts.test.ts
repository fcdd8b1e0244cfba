import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor, validAnswers } from '#api/testing/test-server.ts'
import { emptyDraft } from '#domain/questionnaire/answers.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import { createAnswersDrafts } from './onboarding.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const save = (client: Visitor, id: number, answer: unknown, age = 0) =>
  client.put('/api/save-draft', { answers: [{ id, answer, age }] })
const draftOf = async (client: Visitor) => {
  const { data } = (await client.get('/api/get-draft')).body as { data: { id: number; answer: unknown }[] }
  return Object.fromEntries(data.map(({ id, answer }) => [id, answer]))
}

describe('a draft on the server', () => {
  it('is there for another device of the same client, and for no other account', async () => {
    const [client, other] = [await server.client(), await server.client()]
    expect((await save(client, 1, 'Sourdough')).status).toBe(200)
    await save(client, 6, ['Stock', 'Staff'])
    expect(await draftOf(client)).toEqual({ 1: 'Sourdough', 6: ['Stock', 'Staff'] })
    expect(await draftOf(other)).toEqual({})
  })

  it('survives a restart', async () => {
    const client = await server.client()
    await save(client, 1, 'Sourdough')
    await server.restart()
    expect(await draftOf(Object.assign(server.visitor(), { cookie: client.cookie }))).toEqual({ 1: 'Sourdough' })
  })

  it('takes the answer that was written later, not the one that arrives later', async () => {
    const client = await server.client()
    await save(client, 1, 'written now')
    const { body } = await save(client, 1, 'written an hour ago, on a train', 3_600_000)
    expect(body.data).toMatchObject([{ id: 1, answer: 'written now' }])
    expect(await draftOf(client)).toEqual({ 1: 'written now' })
  })

  it('tells a device what its answer took the place of that it did not know', async () => {
    const client = await server.client()
    const [{ at }] = (await save(client, 1, 'from the other device')).body.data
    const answers = (seen: number) => [{ id: 1, answer: `knowing ${seen}`, age: 0, seen }]
    server.advanceTime(1) // of two answers of the same millisecond the first stays
    const { body } = await client.put('/api/save-draft', { answers: answers(0) })
    expect(body.replaced).toEqual([{ id: 1, answer: 'from the other device', at }])
    const knowing = await client.put('/api/save-draft', { answers: answers(body.data[0].at) })
    expect(knowing.body.replaced).toEqual([])
  })

  it('loses nothing when two devices write at once', async () => {
    const client = await server.client()
    await Promise.all([1, 2, 4, 9, 10].map((id) => save(client, id, `to ${id}`)))
    expect(Object.keys(await draftOf(client))).toHaveLength(5)
  })

  it('is forgotten when the answers are sent, and an old save does not bring it back', async () => {
    const client = await server.client()
    await save(client, 1, 'Sourdough')
    expect((await client.submit(validAnswers)).status).toBe(201)
    expect(await draftOf(client)).toEqual({})
    const { body } = await save(client, 2, 'late from another device', 60_000)
    expect([body.data, body.sentAt > 0]).toEqual([[], true])
  })

  it('stays when the answers are refused', async () => {
    const client = await server.client()
    await save(client, 1, 'Sourdough')
    expect((await client.submit({})).status).toBe(400)
    expect(await draftOf(client)).toEqual({ 1: 'Sourdough' })
  })

  it('has no files in it, and no answers to questions that no one asks', async () => {
    const client = await server.client()
    await save(client, 7, 'logo.png')
    await save(client, 999, 'a novel')
    expect(await draftOf(client)).toEqual({})
  })

  it('takes all that was written offline at once, in any script', async () => {
    const long = Array.from({ length: 30 }, () => ({ id: 1, answer: 'क'.repeat(10_000), age: 0 }))
    expect((await (await server.client()).put('/api/save-draft', { answers: long })).status).toBe(200)
    expect((await server.visitor().put('/api/save-draft', { answers: long })).status).toBe(401)
  })

  it.each([
    ['a text without end', { answers: [{ id: 1, answer: 'a'.repeat(10_001), age: 0 }] }],
    ['a file', { answers: [{ id: 7, answer: { originalName: 'a.png', filename: 'b.png' }, age: 0 }] }],
    ['what is not yet written', { answers: [{ id: 1, answer: 'Bread', age: -5 }] }],
    ['nothing', {}],
  ])('refuses %s', async (_, body) => {
    expect((await (await server.client()).put('/api/save-draft', body)).status).toBe(400)
  })
})

describe('two processes on one document store', () => {
  it('tell each of what its answers took the place, also where both write at once', async () => {
    const documents = openSqliteDocuments(':memory:')
    const [one, two] = [createAnswersDrafts(documents), createAnswersDrafts(documents)]
    const [earlier, later] = [1, 2].map((at) => ({ id: 1, answer: `at ${at}`, at }))
    const [, { draft, replaced }] = await Promise.all([one.write('asha', [earlier!]), two.write('asha', [later!])])
    expect([draft.answers, replaced]).toEqual([{ 1: later }, [earlier]])
  })

  it('write onto each other what each has', async () => {
    const documents = openSqliteDocuments(':memory:')
    const [one, two] = [createAnswersDrafts(documents), createAnswersDrafts(documents)]
    const written = (id: number) => [{ id, answer: `to ${id}`, at: 100 + id }]
    await Promise.all(
      [1, 2, 3, 4].flatMap((id) => [one.write('asha', written(id)), two.write('asha', written(id + 10))]),
    )
    expect(Object.keys((await one.of('asha')).answers)).toHaveLength(8)
    expect(await two.sent('asha', 1_000)).toMatchObject({ ...emptyDraft, sentAt: 1_000 })
    await documents.close()
  })
})
