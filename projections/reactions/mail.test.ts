import { describe, expect, it, onTestFinished } from 'vitest'
import { anonymous, atelier } from '#domain/account/account.ts'
import type { AccountEvent } from '#domain/account/actions.ts'
import { asha, completed, farhan, meera, offered, opened, read, registered, signed, unsigned } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import { openSmtp } from '#infra/mail/smtp.ts'
import { mailServer } from '#infra/mail/testing.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { record } from '#projections/testing.ts'
import { testScene } from './testing.ts'
import { mailScene, mailsOf, staff } from './testing-mails.ts'

const chosen = (mail: boolean) => ({ type: 'NotificationsChosen', data: { mail, push: true }, by: asha, at: opened.at })

const registeredAs = (id: string) => ({
  ...registered,
  data: { ...registered.data, email: `${id}@example.com` },
  by: { ...asha, id },
})

describe('a welcome', () => {
  it('goes to a client who registers, at once', async () => {
    const { events, mails, done, until } = await mailScene()
    const data = { ...registered.data, name: 'Farhan Qureshi', email: 'farhan@lampandladle.example' }
    await record(events, 'account-farhan', { ...registered, data, by: farhan })
    until(registered.at)
    await done()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'farhan@lampandladle.example', subject: 'Welcome. Your account is ready.' })
    expect(mail!.text).toMatch(/^Hello,$/m)
    const link = 'https://longhand.example/confirm-address/farhan.'
    expect(mail!.text).toContain(`Confirm your email address and open your dashboard:\n${link}`)
    expect(mail!.html).toContain(`href="${link}`)
  })

  // security: 6.8
  it('has no word of the person who registered, who may have typed the address of another', async () => {
    const texts = { welcome: { subject: 'For {name}', text: 'Dear {name}, welcome. {link}' } }
    const { events, mails, done, until } = await mailScene(texts)
    const data = { ...registered.data, name: 'You won, see https://evil.example', email: 'victim@example.com' }
    await record(events, 'account-victim', { ...registered, data, by: { ...farhan, name: data.name } })
    until(registered.at)
    await done()
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'victim@example.com', subject: 'For client' })
    expect(mail!.text).toContain('Dear client, welcome.')
    expect(JSON.stringify(mail)).not.toMatch(/evil|You won/)
  })

  it('goes by name to who came by an invitation, straight to the dashboard', async () => {
    const { events, mails, done, until } = await mailScene({ welcome: { text: 'Dear {name},\n\n{next}: {link}' } })
    const data = { ...registered.data, name: 'Farhan Qureshi', addressProven: true }
    await record(events, 'account-farhan', { ...registered, data, by: farhan })
    until(registered.at)
    await done()
    const [mail] = await mails()
    expect(mail!.text).toContain('Dear Farhan Qureshi')
    expect(mail!.text).toContain('Open your dashboard:\nhttps://longhand.example/dashboard')
    expect(mail!.text).not.toContain('Confirm')
  })

  it('does not go to an admin, nor to those who were there before', async () => {
    const { events, mails, at } = await mailScene()
    await record(events, 'account-other', staff({ ...meera, id: 'other' }))
    await at('2026-11-03T00:00:00.000Z')
    expect(await mails()).toEqual([])
  })
})

describe('a new password', () => {
  // security: 6.13
  it('is told to its holder, at once, also where an admin chose it', async () => {
    const { events, mails, at } = await mailScene()
    const changed = { type: 'PasswordChanged', data: { passwordHash: '$argon2id$x' }, at: '2026-11-02T05:00:00.000Z' }
    await record(events, 'account-asha', { ...changed, by: asha })
    await at(changed.at)
    await record(events, 'account-meera', { ...changed, by: farhan })
    await at('2026-11-02T05:01:00.000Z')
    const sent = await mails()
    expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [
        [registered.data.email, 'Your password was changed'],
        ['meera@longhand.example', 'Your password was changed'],
      ].sort(),
    )
    expect(sent[0]!.text).toContain('https://longhand.example/forgot-password')
  })
})

describe('a second factor', () => {
  const factor = (type: 'SecondFactorEnabled' | 'SecondFactorDisabled', by: typeof meera): Sample<AccountEvent> => {
    const data = type === 'SecondFactorEnabled' ? { secret: 'sealed', step: 0, recoveryCodes: [] } : {}
    return { type, data, by, at: '2026-11-02T05:00:00.000Z' } as Sample<AccountEvent>
  }

  it('that is set up is told to the address, at once, with the way to one’s account', async () => {
    const { events, mails, at } = await mailScene()
    await record(events, 'account-asha', factor('SecondFactorEnabled', asha))
    await at('2026-11-02T05:00:00.000Z')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: registered.data.email, subject: 'Two-step verification is on' })
    expect(mail!.html).toContain('href="https://longhand.example/forgot-password"')
  })

  it('that an admin turns off is told to the holder, at once', async () => {
    const { events, mails, at } = await mailScene()
    await record(events, 'account-asha', factor('SecondFactorEnabled', asha), factor('SecondFactorDisabled', meera))
    await at('2026-11-02T05:00:00.000Z')
    const [mail, ...others] = (await mails()).filter(({ subject }) => subject !== 'Two-step verification is on')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: registered.data.email, subject: 'Two-step verification was turned off' })
    expect(mail!.text).toContain(`Hello ${registered.data.name},`)
    expect(mail!.text).toContain(meera.name)
    expect(mail!.html).toContain('href="https://longhand.example/settings"')
  })

  it('is not mailed about while the account is suspended', async () => {
    const { events, mails, at } = await mailScene()
    const suspended: Sample = { type: 'AccountSuspended', data: {}, by: meera, at: registered.at }
    await record(events, 'account-asha', suspended, factor('SecondFactorEnabled', asha))
    await at('2026-11-02T06:00:00.000Z')
    expect(await mails()).toEqual([])
  })

  it('that one turns off oneself, or that ends with a new password, is not', async () => {
    const { events, mails, at } = await mailScene()
    const ended = [factor('SecondFactorDisabled', asha), factor('SecondFactorDisabled', anonymous as typeof meera)]
    await record(events, 'account-asha', factor('SecondFactorEnabled', asha), ...ended)
    await at('2026-11-02T06:00:00.000Z')
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Two-step verification is on'])
  })
})

describe('what happened on an order', () => {
  it('is told without a name or a title to an address that is not confirmed', async () => {
    const { happens, at, mails } = await mailScene(
      { orderChanged: { text: 'Dear {name}: {order} {changes} {link} {news}' } },
      [registered],
    )
    await happens(opened, signed)
    await at('2026-11-03T04:47:00.000Z')
    const mail = (await mails()).find(({ to }) => to === registered.data.email)!
    expect(mail.subject).toMatch(/^Your project: /)
    expect(mail.text).toContain('Dear client: Your project')
    expect(mail.text).toContain('Meera Kulkarni made changes to your project')
    expect(JSON.stringify(mail)).not.toContain(registered.data.name)
  })

  it('goes to the client when the agency did it, and to the agency when the client did', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-02T04:32:00.000Z')
    await happens(signed)
    await at('2026-11-03T04:47:00.000Z')
    const [toMeera, toAsha, ...others] = await mails()
    expect(others).toEqual([])
    expect(toMeera).toMatchObject({
      to: 'meera@longhand.example',
      subject: 'Asha Rao #3: Project started with 8 answers',
    })
    expect(toAsha).toMatchObject({ to: 'asha@neelgirilooms.example', subject: 'Asha Rao #3: Quick test is done' })
    expect(toAsha!.text).toContain(
      'Hello Asha Rao,\n\nMeera Kulkarni made changes to Asha Rao #3:\n\n- Quick test is done\n\nWaiting for you: Business onboarding.\n',
    )
    expect(toAsha!.text).toContain('https://longhand.example/order-detail/1')
  })

  it('is not mailed to its author, on either side', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await happens({ ...signed, by: { ...asha, role: 'admin' } })
    await at('2026-11-04T00:00:00.000Z')
    expect((await mails()).map(({ to }) => to)).toEqual(['meera@longhand.example'])
  })

  it('is told in the words of the agency', async () => {
    const { happens, at, mails } = await mailScene({
      orderChanged: { subject: 'News of {order}', text: '{name}, there is {summary}.\n\nLook: {link}' },
    })
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    const [mail] = await mails()
    expect(mail).toMatchObject({ subject: 'News of Asha Rao #3' })
    expect(mail!.text).toMatch(/^Meera Kulkarni, there is Project started with 8 answers\.\n\nLook:\nhttps:/)
    expect(mail!.html).toMatch(/<a href="https:[^>]*>Look<\/a>/)
  })

  it('is one mail for a burst', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-02T05:00:00.000Z')
    const toggled = (minute: string) => ({
      ...(Number(minute) % 2 ? signed : unsigned),
      at: `2026-11-03T04:${minute}:00.000Z`,
    })
    for (const minute of ['41', '42', '43']) {
      await at(toggled(minute).at)
      await happens(toggled(minute))
    }
    await at('2026-11-03T04:44:59.000Z')
    expect(await mails()).toHaveLength(1)
    await at('2026-11-03T04:45:00.000Z')
    const [, mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Asha Rao #3: 3 changes' })
    expect(mail!.text).toContain('- Quick test is done\n- Quick test was reopened\n- Quick test is done\n')
  })

  it('is told in forty sentences at most', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await happens(...Array.from({ length: 45 }, (_, n) => (n % 2 ? unsigned : signed)))
    await at('2026-11-04T00:00:00.000Z')
    const { subject, text } = (await mails())[1]!
    expect(subject).toBe('Asha Rao #3: 45 changes')
    expect(text.match(/^- /gm)).toHaveLength(41)
    expect(text).toContain('- … and 5 earlier changes\n- Quick test was reopened\n')
  })

  it('says who did what when there were several', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await happens(signed, { ...unsigned, by: { ...meera, id: 'dev', name: 'Dev Anand' } })
    await at('2026-11-04T00:00:00.000Z')
    const { text } = (await mails())[1]!
    expect(text).toContain('Meera Kulkarni and Dev Anand made changes to')
    expect(text).toContain('- Quick test is done (Meera Kulkarni)\n- Quick test was reopened (Dev Anand)')
  })

  it('is told as news where it happened by itself, and names no one but who did the rest', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-20T00:00:00.000Z')
    const expired: Sample = {
      type: 'ProposalExpired',
      data: { version: 1 },
      by: atelier,
      at: '2026-11-20T00:00:00.000Z',
    }
    await happens(offered, expired)
    await at('2026-11-21T00:00:00.000Z')
    await happens({ ...expired, at: '2026-11-21T00:00:00.000Z' })
    await at('2026-11-22T00:00:00.000Z')
    const [, both, alone] = await mails()
    expect(both!.text).toContain('Meera Kulkarni made changes to Asha Rao #3:')
    expect(both!.text).toContain('- Version 1 of the proposal is no longer valid\n')
    expect(alone!.subject).toBe('Asha Rao #3: Version 1 of the proposal is no longer valid')
    expect(alone!.text).toContain('There is news on Asha Rao #3:\n\n- Version 1 of the proposal is no longer valid\n')
    expect(both!.text + alone!.text).not.toContain('Atelier')
  })

  it('is not mailed to those who have seen it happen; what came after is', async () => {
    const { happens, at, mails, sees } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await happens(signed, unsigned, completed)
    sees('asha', '1', '2026-11-03T04:50:00.000Z')
    await at('2026-11-14T00:00:00.000Z')
    expect((await mails()).slice(1)).toMatchObject([{ subject: 'Asha Rao #3: Project completed' }])
  })

  it('is not mailed to those who have read it meanwhile', async () => {
    const { happens, at, mails } = await mailScene()
    await happens(opened)
    await happens(read)
    await at('2026-11-03T00:00:00.000Z')
    expect(await mails()).toEqual([])
  })

  it('is mailed of what came after the page that was read, also in a burst', async () => {
    const { happens, at, mails, restart } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await happens(signed, unsigned)
    await happens({ ...read, data: { upTo: 1, seen: 0 }, by: asha, at: unsigned.at })
    await restart()
    await at('2026-11-04T00:00:00.000Z')
    expect((await mails()).slice(1)).toMatchObject([{ subject: 'Asha Rao #3: Quick test was reopened' }])
  })

  it('is not mailed to those whose account is suspended, or was removed', async () => {
    const { events, happens, at, mails } = await mailScene()
    await record(events, 'account-asha', { type: 'AccountSuspended', data: {}, by: meera, at: opened.at })
    await record(events, 'account-meera', { type: 'AdminRemoved', data: {}, by: farhan, at: opened.at })
    await happens(opened, signed)
    await at('2026-11-14T00:00:00.000Z')
    expect(await mails()).toEqual([])
    await record(events, 'account-asha', { type: 'AccountReinstated', data: {}, by: meera, at: signed.at })
    await happens(completed)
    await at('2026-11-24T00:00:00.000Z')
    expect((await mails()).map(({ to }) => to)).toEqual([registered.data.email])
  })

  it('is not mailed to those who chose no mails', async () => {
    const { events, happens, at, mails } = await mailScene()
    await happens(opened)
    await at('2026-11-03T00:00:00.000Z')
    await record(events, 'account-asha', chosen(false))
    await happens(signed)
    await at('2026-11-04T00:00:00.000Z')
    expect(await mails()).toHaveLength(1)
    await record(events, 'account-asha', chosen(true))
    await happens(completed)
    await at('2026-11-14T00:00:00.000Z')
    expect(await mails()).toHaveLength(2)
  })

  it('cannot be made into anything but words by a title', async () => {
    const { happens, at, mails } = await mailScene()
    const title = 'A\r\nBcc: everybody@example.com\r\n\r\n<script>alert(1)</script>'
    await happens({ ...opened, data: { ...opened.data, title } }, signed)
    await at('2026-11-04T00:00:00.000Z')
    expect((await mails()).map(({ to }) => to).sort()).toEqual(['asha@neelgirilooms.example', 'meera@longhand.example'])
    for (const { html, subject } of await mails()) {
      expect(html).not.toContain('<script')
      expect(subject).toMatch(/^A Bcc: everybody@example.com <script>alert\(1\)<\/script>: /)
    }
  })
})

describe('a mail server that does not answer', () => {
  /** So many clients who are to be welcomed, and a server that is away. */
  async function awayScene(count: number) {
    const stage = await testScene()
    const server = { away: true, tries: 0, sent: [] as string[] }
    const mailer: Mailer = {
      async send({ to }) {
        server.tries++
        if (server.away) throw new Unavailable('The email server')
        server.sent.push(to)
      },
      async ping() {},
      async close() {},
    }
    const done = await stage.react(mailsOf(stage, mailer))
    const registers = (id: string) => record(stage.events, `account-${id}`, registeredAs(id))
    const people = Array.from({ length: count }, (_, n) => `client-${n}`)
    for (const id of people) await registers(id)
    const advance = async (seconds: number) => {
      stage.clock.advance(1_000 * seconds)
      await done()
    }
    const addresses = people.map((id) => `${id}@example.com`).toSorted()
    return { server, registers, advance, addresses }
  }

  // spec: 11.45
  it('is tried by one mail now and then, and is given all that waited once it is back', async () => {
    const { server, advance, addresses } = await awayScene(30)
    await advance(24 * 3_600)
    expect(server.tries).toBeLessThanOrEqual(8 + 2) // as many as are under way at the same time, until it is noticed
    for (let minute = 0; minute < 10; minute++) await advance(61)
    expect(server.tries).toBeLessThanOrEqual(8 + 2 + 10)
    server.away = false
    await advance(61)
    await advance(61)
    expect(server.sent.toSorted()).toEqual(addresses)
  })

  it('is given all that waits also where it was away while the clock was days ahead', async () => {
    const { server, registers, advance, addresses } = await awayScene(4)
    await advance(20 * 24 * 3_600)
    server.away = false
    await advance(-16 * 24 * 3_600)
    await registers('late')
    await advance(0)
    await advance(61)
    expect(server.sent.toSorted()).toEqual([...addresses, 'late@example.com'])
  })
})

it.each([
  [452, 'Mailbox full'],
  [554, '5.7.1 Recipient address rejected: Access denied'],
  [530, '5.7.0 Authentication required'],
])(
  'what an email server puts off for some addresses waits, and holds up no mail to another: %i %s',
  async (code, text) => {
    let error: Error | null = Object.assign(new Error(text), { responseCode: code })
    const { letters, close, url } = await mailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('full') ? error : null),
    })
    onTestFinished(close)
    const mailer = openSmtp({ url, from: 'Longhand <studio@longhand.example>' })
    onTestFinished(() => mailer.close())
    const stage = await testScene()
    stage.until('2026-11-03T04:00:00.000Z')
    const done = await stage.react(mailsOf(stage, mailer))
    for (const id of ['full-1', 'full-2', 'full-3', 'full-4', 'joseph']) {
      await record(stage.events, `account-${id}`, registeredAs(id))
      await done()
    }
    expect(letters.map(({ to }) => to)).toEqual([['joseph@example.com']])
    error = null
    stage.clock.advance(60 * 60_000)
    await done()
    expect(letters).toHaveLength(5)
  },
)
