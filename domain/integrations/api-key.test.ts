import { describe, expect, it } from 'vitest'
import type { Account } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { fold } from '#domain/event.ts'
import { asha, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type ApiKeyEvent, apiKeys, createApiKey, isInForce, mayOwnKey, revokeApiKey } from './api-key.ts'

const digest = 'd'.repeat(43)
const input = { name: 'Month-end export', scopes: ['orders:read', 'payments:read'], digest, start: 'atl_7KqT' }
const data = { ...input, ownerId: meera.id } as Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data']
const at = '2026-11-16T09:00:00.000Z'
/** The key where no end is chosen. */
const aYear = { ...data, expires: '2027-11-16T09:00:00.000Z' }
const created: Sample<ApiKeyEvent> = { type: 'ApiKeyCreated', data, by: meera, at }
const revoked: Sample<ApiKeyEvent> = { type: 'ApiKeyRevoked', data: {}, by: meera, at: '2026-11-17T09:00:00.000Z' }
const id = 'x'.repeat(22)

describe('an API key', () => {
  it('is made by an admin, who owns it', () =>
    given(apiKeys).when(createApiKey, input, meera, at).then({ type: 'ApiKeyCreated', data: aYear }))
  it('is not made by a client', () => given(apiKeys).when(createApiKey, input, asha).thenRefused('Sorry Not Allowed'))
  it('is made once', () => given(apiKeys, created).when(createApiKey, input, meera).then())
  it('has each scope once', () =>
    given(apiKeys)
      .when(createApiKey, { ...input, scopes: ['orders:read', 'payments:read', 'orders:read'] }, meera, at)
      .then({ type: 'ApiKeyCreated', data: aYear }))
  it('ends on the date that was chosen', () =>
    given(apiKeys)
      .when(createApiKey, { ...input, expires: '2026-12-31T18:29:59.999Z' }, meera, at)
      .then({ type: 'ApiKeyCreated', data: { ...data, expires: '2026-12-31T18:29:59.999Z' } }))
  it.each([
    [at, 'Please choose a date in the future'],
    ['2036-11-14T09:00:00.000Z', 'Please choose at most 10 years'],
  ])('does not end at %s', (expires, message) =>
    given(apiKeys)
      .when(createApiKey, { ...input, expires }, meera, at)
      .thenRefused(message),
  )
  it('ends after so many days', () =>
    given(apiKeys)
      .when(createApiKey, { ...input, days: '30' }, meera, at)
      .then({ type: 'ApiKeyCreated', data: { ...data, expires: '2026-12-16T09:00:00.000Z' } }))
  it('is revoked once, by any admin', () => {
    given(apiKeys, created)
      .when(revokeApiKey, { id }, { ...meera, id: 'another' })
      .then({ type: 'ApiKeyRevoked', data: {} })
    given(apiKeys, created, revoked).when(revokeApiKey, { id }, meera).then()
  })
  it('that there is not cannot be revoked', () =>
    given(apiKeys).when(revokeApiKey, { id }, meera).thenRefused('Not found'))
  it.each([
    [{ ...input, name: '\u200b' }, 'Please enter a name'],
    [{ ...input, scopes: [] }, 'Please choose at least one permission'],
    [{ ...input, scopes: ['everything'] }, 'This scope doesn’t exist'],
    [{ ...input, days: 0 }, 'Please enter at least 1 day'],
    [{ ...input, expires: 'some day' }, 'Please choose a date'],
  ])('is not made of %j', (wrong, message) =>
    expect(createApiKey.input.safeParse(wrong).error?.issues[0]?.message).toBe(message),
  )
})

describe('a key is in force', () => {
  const folded = (...events: Sample<ApiKeyEvent>[]) => fold(apiKeys, recorded('api-key-1', events))
  const limited = { ...created, data: { ...data, expires: '2026-11-20T09:00:00.000Z' } } as Sample<ApiKeyEvent>
  it.each([
    ['once it is made', true, folded(created), '2030-01-01T00:00:00.000Z'],
    ['not before', false, folded(), at],
    ['not when it is revoked', false, folded(created, revoked), at],
    ['until it expires', true, folded(limited), '2026-11-20T08:59:59.999Z'],
    ['and not from then on', false, folded(limited), '2026-11-20T09:00:00.000Z'],
  ])('%s', (_, expected, key, now) => expect(isInForce(key, now)).toBe(expected))

  it.each<[string, boolean, Partial<Account>]>([
    ['an admin', true, { role: 'admin', passwordHash: '$argon2id$' }],
    ['a client', false, { role: 'client', passwordHash: '$argon2id$' }],
    ['someone without an account', false, { role: 'admin' }],
    ['an admin who is suspended', false, { role: 'admin', passwordHash: '$argon2id$', suspended: at }],
    ['an admin who was removed', false, { role: 'admin', passwordHash: '$argon2id$', removed: at }],
  ])('and may belong to %s: %s', (_, expected, owner) =>
    expect(mayOwnKey({ ...accounts.initial, ...owner }, { createdAt: at })).toBe(expected),
  )
})
