import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, registered } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { personOf } from './account.ts'
import { accounts } from './actions.ts'
import { changeProfile } from './change-profile.ts'

const { name, phone } = registered.data
const profileChanged = { type: 'ProfileChanged', data: { name: 'Asha Rao Patil', phone } } as const

describe('changing a profile', () => {
  it('changes what a person is called', () =>
    given(accounts, registered).when(changeProfile, { name: ' Asha Rao Patil ', phone }, asha).then(profileChanged))
  it.each([
    [{ name: 'Asha Rao Patil' }, { name: 'Asha Rao Patil', phone }],
    [{ phone: '+919845054321' }, { name, phone: '+919845054321' }],
  ])('keeps what is left out: %o', (change, data) =>
    given(accounts, registered).when(changeProfile, change, asha).then({ type: 'ProfileChanged', data }),
  )
  it.each([{ name, phone }, { name }, { phone }])('changes nothing that is so already: %o', (profile) =>
    given(accounts, registered).when(changeProfile, profile, asha).then(),
  )
  it('wants to be told at least one of the two', () =>
    expect(changeProfile.input.safeParse({}).error?.issues.map(({ message }) => message)).toEqual([
      'Please change at least one field',
    ]))
  it('shows in what they do from then on', () => {
    const account = fold(
      accounts,
      recorded('account-asha', [registered, { ...profileChanged, by: asha, at: registered.at }]),
    )
    expect(personOf('asha', account).name).toBe('Asha Rao Patil')
  })
})
