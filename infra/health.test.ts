import { stat } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDependencyCheck } from './health.ts'
import { Unavailable } from './unavailable.ts'

/** Dependencies that are all there, but for what a test says, and the lines of their log. */
function checked(files: () => Promise<void>, signal?: AbortSignal) {
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) }
  let time = 0
  const check = createDependencyCheck({
    events: { end: async () => 0n },
    documents: { write: async () => {} },
    files: { ping: files },
    mailer: { ping: async () => {} },
    log: log as never,
    now: () => time,
    ...(signal ? { signal } : {}),
  })
  return {
    lines,
    check: () => {
      time += 60_000
      return check()
    },
  }
}

describe('a dependency', () => {
  // spec: 11.47
  it('is not down since this process is busy with other things for longer than it may take to answer', async () => {
    const { check } = checked(async () => {
      for (let turn = 0; turn < 5; turn++) await stat('.')
    })
    const asking = check()
    const until = performance.now() + 1_600
    while (performance.now() < until); // as while lists are made
    expect(await asking).toEqual({ down: [], full: [] })
  })

  it('with a full disk is looked at again, and not once the server has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const ending = new AbortController()
    let times = 0
    const { check } = checked(async () => {
      times++
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }, ending.signal)
    await check()
    expect([times, vi.getTimerCount()]).toEqual([1, 1])
    ending.abort()
    expect(vi.getTimerCount()).toBe(0)
    await check()
    expect([times, vi.getTimerCount()]).toEqual([2, 0])
  })

  it('that does not answer is down', async () => {
    const { check, lines } = checked(() => new Promise(() => {}))
    expect(await check()).toEqual({ down: ['The file store'], full: [] })
    expect(lines).toEqual([])
  })

  // spec: 11.47
  it.each([
    ['the system', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
    ['a store', new Unavailable('The file store', Object.assign(new Error('quota'), { code: 'EDQUOT' }))],
  ])(
    'whose disk is full, as %s says it, is named, and the log says so once, and when there is room',
    async (_, error) => {
      let isFull = true
      const { check, lines } = checked(async () => {
        if (isFull) throw error
      })
      const full = 'The file store can’t save anything: its disk is full. Free some space; no restart is needed.'
      for (const _time of [1, 2]) {
        expect(await check()).toEqual({ down: ['The file store'], full: ['The file store'] })
        expect(lines).toEqual([full])
      }
      isFull = false
      expect(await check()).toEqual({ down: [], full: [] })
      expect(lines).toEqual([full, 'The file store has free space again.'])
    },
  )
})
