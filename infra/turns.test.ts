import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'
import { Busy } from './unavailable.ts'

/** Work by name that ends when it is told to, and what of it has begun. */
function works(turns: ReturnType<typeof createTurns>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: (name: string) => ends.get(name)!(),
    run: (key: string, name: string, first?: boolean) =>
      turns.run(
        key,
        () => {
          begun.push(name)
          return new Promise<void>((resolve) => ends.set(name, resolve))
        },
        first,
      ),
  }
}

// spec: 11.41
it('so much goes on at a time, and of what waits the keys take turns, each in its own order', async () => {
  const { begun, end, run } = works(createTurns({ atOnce: 2, waiting: 10 }))
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name[0]!, name))
  await expect.poll(() => begun).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    await expect.poll(() => begun).toContain(name)
    end(name)
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('who is first goes before those who are not, however many keys they have', async () => {
  const { begun, end, run } = works(createTurns({ atOnce: 1, waiting: 10 }))
  const all = ['a1', 'b1', 'c1'].map((name) => run(name[0]!, name))
  all.push(run('known', 'known', true))
  for (const name of ['a1', 'known', 'b1', 'c1']) {
    await expect.poll(() => begun).toContain(name)
    end(name)
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'known', 'b1', 'c1'])
})

it('so much of one key goes on, and others pass it', async () => {
  const { begun, end, run } = works(createTurns({ ofOne: 1, waiting: 10 }))
  const all = ['a1', 'a2', 'b1'].map((name) => run(name[0]!, name))
  await expect.poll(() => begun).toEqual(['a1', 'b1'])
  for (const name of ['b1', 'a1']) end(name)
  await expect.poll(() => begun).toContain('a2')
  end('a2')
  await Promise.all(all)
})

it('where too much waits the key with most of it loses its latest, and not who comes with little', async () => {
  const { end, run, begun } = works(createTurns({ atOnce: 1, waiting: 3 }))
  const first = ['a1', 'a2', 'a3'].map((name) => run('a', name))
  const last = run('a', 'a4')
  await expect(run('a', 'a5')).rejects.toThrow(Busy)
  const other = run('b', 'b1')
  await expect(last).rejects.toThrow(Busy)
  for (const name of ['a1', 'b1', 'a2', 'a3']) {
    await expect.poll(() => begun).toContain(name)
    end(name)
  }
  await Promise.all([...first, other])
})

it('who is first finds room however many others wait, and no other takes it from them', async () => {
  const { end, run, begun } = works(createTurns({ atOnce: 1, waiting: 2 }))
  const all = ['a1', 'b1'].map((name) => run(name[0]!, name))
  const last = run('c', 'c1')
  const sentAway = [all.pop()!, last].map((each) => expect(each).rejects.toThrow(Busy))
  all.push(run('known', 'k1', true), run('known', 'k2', true))
  await Promise.all(sentAway)
  await expect(run('d', 'd1')).rejects.toThrow(Busy)
  for (const name of ['a1', 'k1', 'k2']) {
    await expect.poll(() => begun).toContain(name)
    end(name)
  }
  await Promise.all(all)
})

it('what fails makes room', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 })
  const failing = turns.run('a', () => Promise.reject(new Error('No paper')))
  const next = turns.run('b', async () => 'done')
  await expect(failing).rejects.toThrow('No paper')
  expect(await next).toBe('done')
})
