import { expect, it } from 'vitest'
import { loggedIn, loggedOut, meera, opened, registered } from '#domain/samples.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { countAdmins } from './accounts.ts'

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
