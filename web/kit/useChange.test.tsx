import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useToasterStore } from 'react-hot-toast/headless'
import { describe, expect, it } from 'vitest'
import { HttpError } from '#web/http.ts'
import { useChange } from './useChange.ts'

/** What a hook returns where a component is drawn with it. */
function drawn<T>(useHook: () => T): T {
  let returned: T
  renderToString(
    createElement(() => {
      returned = useHook()
      return null
    }),
  )
  return returned!
}

const shown = () => drawn(useToasterStore).toasts.map(({ type, message }) => [type, message])

it('was done where only what it changed could not be loaded again: the next one is another', async () => {
  const { change } = drawn(useChange)
  const keys: string[] = []
  const reload = async () => {
    throw new HttpError(0, { message: 'Can’t connect' })
  }
  const resend = () =>
    change(async (keyFor) => {
      keys.push(keyFor('resend'))
      return { message: 'Invitation sent' }
    }, reload)
  expect([await resend(), await resend()]).toEqual([true, true])
  expect(new Set(keys).size).toBe(2)
  expect(shown()).toEqual(
    expect.arrayContaining([
      ['success', 'Invitation sent'],
      ['error', 'This page couldn’t be updated. Reload it.'],
    ]),
  )
  expect(shown()).not.toContainEqual(['error', 'Can’t connect'])
})

it('was not done where its answer did not come: the next try is the same', async () => {
  const { change } = drawn(useChange)
  const keys: string[] = []
  const send = () =>
    change(async (keyFor) => {
      keys.push(keyFor('resend'))
      throw new HttpError(0, { message: 'Can’t connect' })
    })
  expect([await send(), await send()]).toEqual([false, false])
  expect(new Set(keys).size).toBe(1)
})

describe('failures with the same words', () => {
  const failing = async () => {
    throw new HttpError(409, { message: 'Sorry Not Allowed' })
  }
  const failures = () =>
    drawn(useToasterStore).toasts.filter(({ message, visible }) => message === 'Sorry Not Allowed' && visible)

  it('are shown once at a time, each anew, so that it is heard', async () => {
    const { change } = drawn(useChange)
    await change(failing)
    const [first] = failures()
    await drawn(useChange).change(failing)
    expect(failures()).toHaveLength(1)
    expect(failures()[0]!.id).not.toBe(first!.id)
  })

  it('stay where only the other change is done in another try', async () => {
    const [one, other] = [drawn(useChange), drawn(useChange)]
    await one.change(failing)
    await other.change(failing)
    await one.change(async () => ({ message: 'Done' }))
    expect(failures()).toHaveLength(1)
    await other.change(async () => ({ message: 'Done' }))
    expect(failures()).toEqual([])
  })
})
