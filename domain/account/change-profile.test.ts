import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, registered } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { accounts, holder } from './account.ts'
import { changeProfile } from './change-profile.ts'

const { name, phone } = registered.data
const profileChanged = { type: 'ProfileChanged', data: { name: 'Asha Rao Patil', phone } } as const

describe('changing a profile', () => {
  it('changes what a person is called', () =>
    given(accounts, registered).when(changeProfile, { name: ' Asha Rao Patil ', phone }, asha).then(profileChanged))
  it('changes nothing that is so already', () =>
    given(accounts, registered).when(changeProfile, { name, phone }, asha).then())
  it('shows in what they do from then on', () => {
    const account = fold(
      accounts,
      recorded('account-asha', [registered, { ...profileChanged, by: asha, at: registered.at }]),
    )
    expect(holder('asha', account).name).toBe('Asha Rao Patil')
  })
})
