import { describe, it } from 'vitest'
import { meera } from '#domain/samples.ts'
import { given, type Sample } from '#domain/testing.ts'
import { noSetUp, type SetUpEvent, setUpCommands, setUps } from './set-up.ts'

const { offerSetUp, useSetUp, withdrawSetUp } = setUpCommands

const tokenHash = 'a'.repeat(43)
const was = (event: SetUpEvent): Sample<SetUpEvent> => ({ ...event, by: meera, at: '2026-11-16T09:00:00.000Z' })
const offered = was({ type: 'SetUpOffered', data: { tokenHash } })
const another = was({ type: 'SetUpOffered', data: { tokenHash: 'b'.repeat(43) } })
const withdrawn = was({ type: 'SetUpWithdrawn', data: {} })
const used: SetUpEvent = { type: 'SetUpUsed', data: { account: 'meera' } }

describe('setting up the first admin', () => {
  const use = { tokenHash, account: 'meera' }

  it('is offered by a link', () =>
    given(setUps).when(offerSetUp, { tokenHash }, meera).then({ type: 'SetUpOffered', data: { tokenHash } }))
  it('uses the link', () => given(setUps, offered).when(useSetUp, use, meera).then(used))
  it('goes on where it was cut short', () => given(setUps, offered, was(used)).when(useSetUp, use, meera).then())
  it('is refused to the next one with the link', () =>
    given(setUps, offered, was(used)).when(useSetUp, { tokenHash, account: 'farhan' }, meera).thenRefused(noSetUp))
  it('is refused with the link of an earlier start', () =>
    given(setUps, offered, another).when(useSetUp, use, meera).thenRefused(noSetUp))
  it('is withdrawn, once', () => {
    given(setUps, offered).when(withdrawSetUp, {}, meera).then({ type: 'SetUpWithdrawn', data: {} })
    given(setUps, offered, withdrawn).when(withdrawSetUp, {}, meera).then()
  })
  it('is refused with a link that was withdrawn', () =>
    given(setUps, offered, withdrawn).when(useSetUp, use, meera).thenRefused(noSetUp))
  it('is refused where nothing was offered', () => given(setUps).when(useSetUp, use, meera).thenRefused(noSetUp))
})
