import { describe, it } from 'vitest'
import { asha, meera, registered } from '#domain/samples.ts'
import { given, type Sample } from '#domain/testing.ts'
import { acceptInvitation, noInvitation } from './accept-invitation.ts'
import { type AccountEvent, accounts } from './account.ts'
import { inviteAdmin } from './invite-admin.ts'

const email = 'devika@longhand.example'
const tokenHash = 'a'.repeat(43)
const invitation: AccountEvent = {
  type: 'AdminInvited',
  data: { email, tokenHash, expires: '2026-11-23T09:00:00.000Z' },
}
const wasInvited: Sample<AccountEvent> = { ...invitation, by: meera, at: '2026-11-16T09:00:00.000Z' }

describe('inviting an admin', () => {
  it('is good for seven days', () =>
    given(accounts).when(inviteAdmin, { email, tokenHash }, meera, '2026-11-16T09:00:00.000Z').then(invitation))
  it('is not for clients', () =>
    given(accounts).when(inviteAdmin, { email, tokenHash }, asha).thenRefused('Only an admin invites admins'))
  it('is refused for who is one', () =>
    given(accounts, { ...registered, data: { ...registered.data, role: 'admin' } })
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This is an admin already'))
  it('is refused for a client', () =>
    given(accounts, registered)
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This is the email address of a client'))
})

describe('accepting an invitation', () => {
  const { name, phone, passwordHash } = registered.data
  const accept = { tokenHash, name, phone, passwordHash, session: 'desk' }

  it('makes an admin of who holds the link', () =>
    given(accounts, wasInvited)
      .when(acceptInvitation, accept, meera, '2026-11-23T08:59:59.999Z')
      .then(
        { type: 'AccountRegistered', data: { name, phone, email, passwordHash, role: 'admin' } },
        { type: 'LoggedIn', data: { session: 'desk' } },
      ))
  const another: Sample<AccountEvent> = {
    ...wasInvited,
    data: { ...wasInvited.data, tokenHash: 'b'.repeat(43) },
  } as never
  it.each<[string, Sample<AccountEvent>[], string]>([
    ['after seven days', [wasInvited], '2026-11-23T09:00:00.000Z'],
    ['with a link that was replaced', [wasInvited, another], wasInvited.at],
    ['where nobody was invited', [], wasInvited.at],
    ['twice', [wasInvited, registered], wasInvited.at],
  ])('is refused %s', (_, events, at) =>
    given(accounts, ...events)
      .when(acceptInvitation, accept, meera, at)
      .thenRefused(noInvitation),
  )
})
