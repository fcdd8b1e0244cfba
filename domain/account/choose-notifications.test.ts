import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, registered } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { notificationsOf } from './account.ts'
import { accounts } from './actions.ts'
import { chooseNotifications } from './choose-notifications.ts'

const quiet = { mail: false, push: true }
const chosen = { type: 'NotificationsChosen', data: quiet } as const

describe('choosing notifications', () => {
  it('begins with all of them', () =>
    expect(notificationsOf(fold(accounts, recorded('account-asha', [registered])))).toEqual({ mail: true, push: true }))
  it('keeps the choice', () => {
    given(accounts, registered).when(chooseNotifications, quiet, asha).then(chosen)
    const after = fold(accounts, recorded('account-asha', [registered, { ...chosen, by: asha, at: registered.at }]))
    expect(notificationsOf(after)).toEqual(quiet)
  })
  it('keeps the way that is left out', () =>
    given(accounts, registered, { ...chosen, by: asha, at: registered.at })
      .when(chooseNotifications, { push: false }, asha)
      .then({ type: 'NotificationsChosen', data: { mail: false, push: false } }))
  it('does nothing the second time', () =>
    given(accounts, registered, { ...chosen, by: asha, at: registered.at })
      .when(chooseNotifications, quiet, asha)
      .then())
  it('does nothing when it is what it was', () =>
    given(accounts, registered).when(chooseNotifications, { mail: true, push: true }, asha).then())
})
