import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Misconfigured } from '#infra/misconfigured.ts'
import type { PersonKeys } from './person-keys.ts'
import { ownKeys } from './testing.ts'

/**
 * How a suite reaches one key store: `open` opens it, again after a close or beside itself. `pass` lets time pass, in
 * milliseconds, as its processes see it.
 */
type Opener = { open(): Promise<PersonKeys>; pass(milliseconds: number): void; remove(): Promise<void> }

/** How long until a person whose key was destroyed may be given another one in every key store. */
const aWhile = 10 * 60_000

/** The contract tests of key stores: each adapter runs all of them. */
export function personKeysContract(name: string, prepare: () => Promise<Opener>): void {
  describe(name, () => {
    let opener: Opener
    let keys: PersonKeys

    beforeEach(async () => {
      opener = await prepare()
      keys = await opener.open()
    })
    afterEach(async () => {
      await keys.close()
      await opener.remove()
    })

    async function reopen() {
      await keys.close()
      keys = await opener.open()
    }
    const secretOf = async (id: string) => (await keys.keysById([id])).get(id)

    it('gives each person a key of their own, and the same one ever after', async () => {
      const [asha, ravi] = [await keys.currentKey('asha'), await keys.currentKey('ravi')]
      expect(asha.secret).toHaveLength(32)
      expect(asha.secret.equals(ravi.secret)).toBe(false)
      expect(asha.id).not.toBe(ravi.id)
      expect(await keys.currentKey('asha')).toEqual(asha)
      await reopen()
      expect(await keys.currentKey('asha')).toEqual(asha)
      expect(await secretOf(ravi.id)).toEqual(ravi.secret)
    })

    it('gives one key to many who ask at once for the same person', async () => {
      const given = await Promise.all(Array.from({ length: 20 }, () => keys.currentKey('asha')))
      expect(new Set(given.map(({ id }) => id)).size).toBe(1)
      expect(await secretOf(given[0]!.id)).toEqual(given[0]!.secret)
    })

    it('finds keys by their ids, and leaves out what was never made', async () => {
      const [asha, ravi] = [await keys.currentKey('asha'), await keys.currentKey('ravi')]
      const found = await keys.keysById([asha.id, 'never', ravi.id])
      expect([...found]).toEqual([
        [asha.id, asha.secret],
        [ravi.id, ravi.secret],
      ])
      expect(asha.id.startsWith(`${keys.name}.`)).toBe(true)
    })

    it('destroys a key for ever, and no one else’s', async () => {
      const [asha, ravi] = [await keys.currentKey('asha'), await keys.currentKey('ravi')]
      await keys.destroy('asha')
      expect(await secretOf(asha.id)).toBeUndefined()
      await reopen()
      expect(await secretOf(asha.id)).toBeUndefined()
      expect(await secretOf(ravi.id)).toEqual(ravi.secret)
      expect(await keys.isDestroyed('asha')).toBe(true)
      expect(await keys.isDestroyed('ravi')).toBe(false)
    })

    it('keeps when a key was destroyed, and says so the second time', async () => {
      await keys.currentKey('asha')
      const at = await keys.destroy('asha')
      opener.pass(1_000)
      expect(await keys.destroy('asha')).toBe(at)
      await keys.destroy('nobody')
      await reopen()
      const buried = await Array.fromAsync(keys.destroyed())
      expect(buried.map(({ person }) => person).sort()).toEqual(['asha', 'nobody'])
      expect(buried).toContainEqual({ person: 'asha', at })
    })

    it('gives a person who comes back another key, by which nothing of before opens', async () => {
      const before = await keys.currentKey('asha')
      const at = await keys.destroy('asha')
      opener.pass(aWhile)
      const after = await keys.currentKey('asha')
      expect(after.id).not.toBe(before.id)
      expect(after.secret.equals(before.secret)).toBe(false)
      expect(await secretOf(before.id)).toBeUndefined()
      expect((await keys.destroy('asha')) > at).toBe(true)
      expect(await secretOf(after.id)).toBeUndefined()
    })

    it('counts what it forgets, and has it again', async () => {
      const asha = await keys.currentKey('asha')
      const forgotten = keys.forgotten()
      keys.forget('asha')
      expect(keys.forgotten()).toBeGreaterThan(forgotten)
      expect(await keys.currentKey('asha')).toEqual(asha)
      await keys.destroy('asha')
      expect(keys.forgotten()).toBeGreaterThan(forgotten + 1)
    })

    it('keeps a secret of the installation as it was first set, for every process', async () => {
      const [first, second] = await Promise.all(['one', 'another'].map((initial) => keys.secret('signing', initial)))
      expect(second).toBe(first)
      await reopen()
      expect(await keys.secret('signing', 'a third')).toBe(first)
      expect(await keys.secret('naming', 'ours’')).toBe('ours’')
      expect([...(await keys.secrets())].toSorted()).toEqual([
        ['naming', 'ours’'],
        ['signing', first],
      ])
    })

    it('takes over the keys, secrets and tombstones of another, twice as well as once', async () => {
      const other = await ownKeys()
      await other.secret('signing', 'the other’s')
      await keys.secret('signing', 'made before it was moved here')
      const asha = await other.currentKey('asha')
      const ravi = await other.currentKey('ravi')
      const at = await other.destroy('ravi')
      for (let times = 0; times < 2; times++) await keys.takeOver(other)
      await reopen()
      expect(keys.name).toBe(other.name)
      expect(await keys.secret('signing', 'none')).toBe('the other’s')
      expect(await keys.currentKey('asha')).toEqual(asha)
      expect(await secretOf(ravi.id)).toBeUndefined()
      expect(await Array.fromAsync(keys.destroyed())).toEqual([{ person: 'ravi', at }])
      expect((await Array.fromAsync(keys.everyKey())).map(({ person }) => person)).toEqual(['asha'])
    })

    it('takes over the key that a person was given after theirs was destroyed, where it had the former one', async () => {
      const other = await ownKeys()
      const before = await other.currentKey('asha')
      await keys.takeOver(other)
      expect(await keys.currentKey('asha')).toEqual(before)
      await other.destroy('asha')
      const after = await other.currentKey('asha')
      await keys.takeOver(other)
      expect(await keys.currentKey('asha')).toEqual(after)
      expect([await secretOf(before.id), await secretOf(after.id)]).toEqual([undefined, after.secret])
    })

    it('takes over nothing where it has keys of its own', async () => {
      await keys.currentKey('leela')
      await expect(keys.takeOver(await ownKeys())).rejects.toThrow(Misconfigured)
    })

    it('has no key in memory again that was destroyed while all were looked at', async () => {
      const people = Array.from({ length: 250 }, (_, n) => `person-${n}`)
      for (const person of people) await keys.currentKey(person)
      const last = await keys.currentKey(people.at(-1)!)
      const verified = keys.verify()
      await keys.destroy(people.at(-1)!)
      await verified
      expect(await secretOf(last.id)).toBeUndefined()
    })

    it('names more tombstones than fit on a page', async () => {
      const people = Array.from({ length: 1_100 }, (_, n) => `person-${n}`)
      for (const person of people) await keys.destroy(person)
      const buried = await Array.fromAsync(keys.destroyed())
      expect(buried.map(({ person }) => person).sort()).toEqual(people.sort())
    })
  })
}
