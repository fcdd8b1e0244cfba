import { expect, it } from 'vitest'
import type { Role } from '#domain/event.ts'
import { loggedIn, loggedOut, meera, opened, registered } from '#domain/samples.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { countAdmins, listAccounts } from './accounts.ts'

it('keeps who people are and how to reach them, and no secret', async () => {
  const { events, documents } = await testStores()
  await record(events, 'account-asha', registered, loggedIn, loggedOut)
  await record(events, 'order-1', opened)
  const { accounts, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await accounts.caughtUp
  expect(await accounts.collection.get('asha')).toEqual({
    id: 'asha',
    revision: 0,
    name: 'Asha Rao',
    email: 'asha@neelgirilooms.example',
    phone: '+919000000021',
    role: 'client',
    status: 'active',
    since: registered.at,
    secondFactor: false,
    proven: false,
    sortName: 'asha rao',
  })
  const change = { type: 'ProfileChanged', data: { name: 'Asha Patil', phone: '+914428112345' } } as const
  await accounts.reached((await record(events, 'account-asha', { ...registered, ...change })).position, 5_000)
  expect(await accounts.collection.get('asha')).toMatchObject({
    revision: 3,
    email: registered.data.email,
    ...change.data,
  })
  expect(await accounts.collection.get('meera')).toBeUndefined()
  expect(await countAdmins(accounts)).toBe(0)

  const admin = { ...registered, by: meera, data: { ...registered.data, role: 'admin' } } as const
  await accounts.reached((await record(events, 'account-meera', admin)).position, 5_000)
  expect(await countAdmins(accounts)).toBe(1)
  await close()
})

it('lists who is being erased among the clients, and not among the admins, where only a removed one is erased', async () => {
  const { events, documents } = await testStores()
  const data = { ...registered.data, role: 'admin' } as const
  await record(events, 'account-asha', registered, { ...registered, type: 'AccountErased', data: {} })
  const [removed, erased] = (['AdminRemoved', 'AccountErased'] as const).map((type) => ({
    ...registered,
    type,
    data: {},
  }))
  await record(events, 'account-ravi', { ...registered, data }, removed!, erased!)
  const { accounts, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await accounts.caughtUp
  const listed = async (role: Role) => {
    const { documents, total } = await listAccounts(accounts, { role })
    return [documents.map(({ name }) => name), total]
  }
  expect(await listed('client')).toEqual([['Deleted client'], 1])
  expect(await listed('admin')).toEqual([[], 0])
  expect(await accounts.collection.get('ravi')).toMatchObject({ name: 'Deleted admin', sortName: 'deleted admin' })
  await close()
})
