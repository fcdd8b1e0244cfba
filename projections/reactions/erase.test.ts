import { expect, it } from 'vitest'
import { asha, fileShared, meera, opened, registered, replied } from '#domain/samples.ts'
import { createCurrentHandler } from '#infra/events/command-handler.ts'
import { sealEvents } from '#infra/events/sealed-store.ts'
import { ownKeys } from '#infra/keys/testing.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { createDeliveryLog } from '#projections/integrations/delivery-log.ts'
import { record } from '#projections/testing.ts'
import { eraseReaction, withdrawnMs } from './erase.ts'
import { testScene } from './testing.ts'

type Scene = Awaited<ReturnType<typeof testScene>>
const erasing = (at: number) => ({ type: 'AccountErased', data: {}, by: meera, at: new Date(at).toISOString() })

/** The reaction on the stores of a scene; the names of the keys that are destroyed are added to `destroyed`. */
const erasure = (
  { events, documents, projections, clock }: Scene,
  { compact = documents.compact, remove = async (_name: string) => {}, destroyed = [] as string[] },
) =>
  eraseReaction({
    ...{ events, projections, now: clock.now, log: { error() {} } },
    documents: { ...documents, compact },
    handler: createCurrentHandler({ ...events, soleWriter: false }, { now: clock.now }),
    files: { remove, quarantine: { async remove() {} } as never },
    keys: {
      async destroy(person) {
        destroyed.push(person)
        return new Date(clock.now()).toISOString()
      },
    },
    addresses: { async forget() {}, givenUpTo: async () => [] },
  })

const typesOf = async ({ events }: Scene, stream: string) =>
  (await Array.fromAsync(events.read(stream))).map(({ type }) => type)

it('erases a person once, however often completing that fails while something reads the documents', async () => {
  const scene = await testScene()
  const { events, documents, clock, react } = scene
  let [isRead, tries] = [true, 0]
  const destroyed: string[] = []
  async function compact() {
    tries++
    if (isRead) throw new Unavailable('The document store')
    await documents.compact()
  }
  const done = await react(erasure(scene, { compact, destroyed }))
  await record(events, 'account-asha', registered, erasing(clock.now()))
  await done()
  for (const _ of [1, 2]) {
    clock.advance(60_000)
    await done()
  }
  expect([tries, destroyed]).toEqual([3, [asha.id, asha.id]])
  isRead = false
  clock.advance(60_000)
  await done()
  expect(await typesOf(scene, 'account-asha')).toEqual(['AccountRegistered', 'AccountErased', 'ErasureCompleted'])
})

it('removes what webhooks were told of each order, also where the first attempt ended in the middle', async () => {
  const scene = await testScene()
  const { events, documents, clock, react } = scene
  await record(events, 'order-1', opened, replied)
  await record(events, 'order-2', opened, fileShared)
  const deliveries = createDeliveryLog(documents, clock.now)
  const [subject, at] = [{ webhookId: 'w', messageId: 'm', type: 'MessageSent' }, new Date(clock.now()).toISOString()]
  const described = { ...subject, orderId: '1', stream: 'order-1', eventRevision: 1 }
  await deliveries.note(described, { at, duration: 1, status: 200, answer: '' }, true)
  let isAway = true
  const remove = async () => {
    if (isAway) throw new Unavailable('The file store')
  }
  const done = await react(erasure(scene, { remove }))
  await record(events, 'account-asha', registered, erasing(clock.now()))
  await done()
  expect(await typesOf(scene, 'order-1')).toContain('ClientErased')
  isAway = false
  clock.advance(60_000)
  await done()
  expect(await typesOf(scene, 'account-asha')).toContain('ErasureCompleted')
  expect(await deliveries.of('w', 'm')).toBeUndefined()
})

it('removes a file too that an admin shares while the files of the order are being removed', async () => {
  const scene = await testScene()
  const { events, projections, clock, react } = scene
  await record(events, 'order-1', opened, fileShared)
  const late = {
    ...fileShared,
    by: meera,
    data: { ...fileShared.data, file: { ...fileShared.data.file, filename: 'late.pdf' } },
  }
  const removed: string[] = []
  const done = await react(
    erasure(scene, {
      async remove(name) {
        if (removed.push(name) === 1) await record(events, 'order-1', late)
      },
    }),
  )
  await record(events, 'account-asha', registered, erasing(clock.now()))
  await done()
  expect(removed).toContain('late.pdf')
  expect((await projections.files.collection.find({ where: { orderId: '1' } })).documents).toEqual([])
})

it('goes on with an erasure that was under way where the documents were lost', async () => {
  const scene = await testScene()
  const { events, clock, react } = scene
  await record(events, 'account-asha', registered, erasing(clock.now()))
  await (await react(erasure(scene, {})))()
  expect(await typesOf(scene, 'account-asha')).toContain('ErasureCompleted')
})

it('erases who was only invited, a day after the invitation was withdrawn, unless they were invited again', async () => {
  const scene = await testScene()
  const { clock, react } = scene
  const events = sealEvents(scene.events, await ownKeys())
  const at = new Date(clock.now()).toISOString()
  const invited = { type: 'ClientInvited', data: { email: 'a@example.com', tokenHash: '', expires: at }, by: meera, at }
  const withdrawn = { type: 'InvitationWithdrawn', data: {}, by: meera, at }
  const done = await react(erasure({ ...scene, events }, {}))
  await record(events, 'account-asha', invited, withdrawn)
  await record(events, 'account-farhan', invited, withdrawn, invited)
  await done()
  expect(await typesOf(scene, 'account-asha')).toEqual(['ClientInvited', 'InvitationWithdrawn'])
  clock.advance(withdrawnMs)
  await done()
  await done() // what it has recorded itself
  expect((await typesOf(scene, 'account-asha')).slice(2)).toEqual(['AccountErased', 'ErasureCompleted'])
  expect((await typesOf(scene, 'account-farhan')).slice(3)).toEqual([])
})
