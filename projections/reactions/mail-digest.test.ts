import { describe, expect, it } from 'vitest'
import { asha, messageSent, opened, read, registered, signed, unsigned } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { record } from '#projections/testing.ts'
import { testScene } from './testing.ts'
import { mailScene, mailsOf } from './testing-mails.ts'

const project = (title: string): Sample => ({ ...opened, data: { ...opened.data, title } })
const at = (event: Sample, time: string): Sample => ({ ...event, at: `2026-11-03T${time}:00.000Z` })

/** Asha has three projects, of whose opening Meera knows by a mail of the day before. */
async function threeProjects(...given: Parameters<typeof mailScene>) {
  const scene = await mailScene(...given)
  for (const n of ['1', '2', '3']) await record(scene.events, `order-${n}`, project(`Project ${n}`))
  await scene.done()
  await scene.at('2026-11-02T20:00:00.000Z')
  const before = (await scene.mails()).length
  return { ...scene, mails: async () => (await scene.mails()).slice(before) }
}

describe('what happened on several projects', () => {
  // spec: 7.41
  it('is one mail, which lists them with their links, the latest first', async () => {
    const { happensOn, at: until, mails } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await happensOn('2', at(signed, '04:01'), at(unsigned, '04:01'))
    await happensOn('3', at(signed, '04:02'))
    await until('2026-11-03T05:00:00.000Z')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: registered.data.email, subject: '3 projects updated: 4 changes' })
    const link = (n: string) => `https://longhand.example/order-detail/${n}`
    expect(mail!.text).toContain(
      `Project 3\n${link('3')}\n- Quick test is done (Meera Kulkarni)\n- Waiting for you: Business onboarding.\n\nProject 2\n${link('2')}\n- Quick test is done (Meera Kulkarni)\n- Quick test was reopened (Meera Kulkarni)\n- Waiting for you: Quick test.\n\nProject 1\n${link('1')}\n- Quick test is done`,
    )
    expect(mail!.text).toContain('Open your projects:\nhttps://longhand.example/dashboard')
    expect(mail!.html).toContain(`href="${link('2')}"`)
  })

  it('leads an admin to the list of all orders', async () => {
    const { mails, at: until, happensOn } = await mailScene()
    await happensOn('1', project('Project 1'))
    await happensOn('2', project('Project 2'))
    await until('2026-11-03T04:00:00.000Z')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'meera@longhand.example', subject: '2 projects updated: 2 changes' })
    expect(mail!.text).toContain('Open your projects:\nhttps://longhand.example/orders')
  })

  it('names no project to an address that is not confirmed', async () => {
    const { happensOn, at: until, mails } = await threeProjects({}, [registered])
    await happensOn('1', at(signed, '04:00'))
    await happensOn('2', at(signed, '04:00'))
    await until('2026-11-03T05:00:00.000Z')
    const [mail] = await mails()
    expect(mail!.text).toContain('Hello client,')
    expect(mail!.text).toContain('Your project\nhttps://longhand.example/order-detail/2\n')
    expect(JSON.stringify(mail)).not.toMatch(/Project [123]|Asha/)
  })

  it('leaves out what was seen or read meanwhile, and is about one project when that is all that is left', async () => {
    const { happensOn, at: until, mails, sees } = await threeProjects()
    for (const n of ['1', '2', '3']) await happensOn(n, at(signed, '04:00'))
    sees('asha', '1', '2026-11-03T04:01:00.000Z')
    await happensOn('2', { ...read, data: { upTo: 1, seen: 0 }, by: asha, at: '2026-11-03T04:01:00.000Z' })
    await until('2026-11-03T05:00:00.000Z')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Project 3: Quick test is done')
    expect(mail!.text).not.toMatch(/Project [12]/)
  })

  it('is not mailed to those who turned mails off meanwhile', async () => {
    const { happensOn, at: until, mails, events } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await happensOn('2', at(signed, '04:00'))
    await record(events, 'account-asha', {
      ...{ type: 'NotificationsChosen', data: { mail: false, push: true } },
      ...{ by: asha, at: '2026-11-03T04:01:00.000Z' },
    })
    await until('2026-11-03T05:00:00.000Z')
    expect(await mails()).toEqual([])
  })
})

describe('what happens within ten minutes of a mail', () => {
  // spec: 7.41
  it('waits for them to pass, and is one mail then', async () => {
    const { happensOn, at: until, mails } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await until('2026-11-03T04:02:00.000Z')
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Project 1: Quick test is done'])
    for (const [n, minute] of [
      ['2', '03'],
      ['3', '06'],
      ['1', '09'],
    ] as const) {
      await until(`2026-11-03T04:${minute}:00.000Z`)
      await happensOn(n, at(n === '1' ? unsigned : signed, `04:${minute}`))
    }
    await until('2026-11-03T04:11:59.000Z')
    expect(await mails()).toHaveLength(1)
    await until('2026-11-03T04:12:00.000Z')
    const [, digest, ...others] = await mails()
    expect(others).toEqual([])
    expect(digest!.subject).toBe('3 projects updated: 3 changes')
  })

  it('comes once, also when the process ends in between', async () => {
    const { happensOn, at: until, mails, restart } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await until('2026-11-03T04:02:00.000Z')
    await happensOn('2', at(signed, '04:02'))
    await happensOn('3', at(signed, '04:02'))
    await restart()
    await until('2026-11-03T04:05:00.000Z')
    expect(await mails()).toHaveLength(1)
    await restart()
    await until('2026-11-03T05:00:00.000Z')
    await restart()
    await until('2026-11-03T06:00:00.000Z')
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Project 1: Quick test is done',
      '2 projects updated: 2 changes',
    ])
  })

  it('is not held back where the time was set back meanwhile', async () => {
    const { happensOn, at: until, mails } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await until('2026-11-03T04:02:00.000Z')
    await until('2026-11-02T22:00:00.000Z')
    await happensOn('2', { ...signed, at: '2026-11-02T22:00:00.000Z' })
    await until('2026-11-02T22:02:00.000Z')
    expect(await mails()).toHaveLength(2)
  })

  it('holds nothing back that is about the account', async () => {
    const { happensOn, at: until, mails, events } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await until('2026-11-03T04:02:00.000Z')
    await happensOn('2', at(signed, '04:03'))
    await record(events, 'account-asha', {
      ...{ type: 'PasswordChanged', data: { passwordHash: '$argon2id$x' } },
      ...{ by: asha, at: '2026-11-03T04:06:00.000Z' },
    })
    await until('2026-11-03T04:06:00.000Z')
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Project 1: Quick test is done',
      'Your password was changed',
    ])
  })

  it('keeps no other person waiting', async () => {
    const { happensOn, at: until, mails } = await threeProjects()
    await happensOn('1', at(signed, '04:00'))
    await until('2026-11-03T04:02:00.000Z')
    await happensOn('1', at(messageSent, '04:03'))
    await until('2026-11-03T04:05:00.000Z')
    expect((await mails()).map(({ to }) => to)).toEqual([registered.data.email, 'meera@longhand.example'])
  })
})

it('notes nothing of a person who is erased while they are mailed', async () => {
  const stage = await testScene()
  await record(stage.events, 'account-asha', registered)
  const [held, sending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const send = () => {
    sending.resolve()
    return held.promise
  }
  const done = await stage.react(mailsOf(stage, { send, async ping() {}, async close() {} }))
  await record(stage.events, 'order-1', opened, signed)
  await done()
  stage.until('2026-11-04T00:00:00.000Z')
  await sending.promise
  await record(stage.events, 'account-asha', { type: 'AccountErased', data: {}, by: asha, at: signed.at })
  held.resolve()
  await done()
  expect(await stage.documents.collection('last_mails').get('asha')).toBeUndefined()
})

it('sends a digest again, as the same mail and at once, when the process died before it noted that it was sent', async () => {
  let dies = false
  const {
    happensOn,
    at: until,
    mails,
    restart,
  } = await threeProjects({}, undefined, (changes) => {
    if (dies && changes.some((change) => 'remove' in change)) throw new Unavailable('The document store')
  })
  await happensOn('1', at(signed, '04:00'))
  await happensOn('2', at(signed, '04:00'))
  dies = true
  void until('2026-11-03T04:02:00.000Z').catch(() => {})
  await expect.poll(mails).toHaveLength(1)
  await restart()
  dies = false
  await until('2026-11-03T04:02:01.000Z')
  await until('2026-11-03T05:00:00.000Z')
  const sent = await mails()
  expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill('2 projects updated: 2 changes'))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})
