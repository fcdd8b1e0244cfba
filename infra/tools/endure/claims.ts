import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'
import { type Answer, adminLogin, Visitor } from '#api/testing/test-server.ts'
import { type Account, isRegistered } from '#domain/account/account.ts'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import type { Recorded } from '#domain/event.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { openStores } from '#infra/open.ts'
import type { Fault } from './faults.ts'
import { peakMemory } from './report.ts'

/** Within how many milliseconds of a round the process is killed: all of a round takes about as long. */
const killWithinMs = 700

/**
 * A person who wants to log in at an address with this password; `acknowledged` once they were answered that they can. An
 * `invited` one has read the mail of that address, and takes it from those who only typed it.
 */
type Applicant = { address: string; password: string; acknowledged: boolean; invited: boolean }

/**
 * The process is killed while people register, change their address and accept invitations, two of them at each address. Those
 * with an acknowledgement can log in. No address leads to two accounts, and one that leads to none can still be had.
 */
export const addressClaims: Fault = async ({ times }) => {
  const server = await prepareServerProcess()
  try {
    await server.start()
    const applications = startApplications(server)
    let memory = 0
    for (let n = 0; n < times; n++) {
      const round = applications.round(n)
      await pause(randomInt(killWithinMs))
      memory = Math.max(memory, peakMemory(server.pid))
      applications.beginOutage()
      await server.kill()
      await server.start()
      applications.endOutage()
      await round
    }
    const { lost, stuck } = await applications.check()
    await server.kill()
    const shared = await sharedAddresses(server.dataDir)
    const { acknowledged, refused, longestWaitMs, unexpected } = applications.counts()
    return {
      ...{ fault: `${times} kills in the midst of address claims`, acknowledged, refused, memory },
      ...{ lost: lost.length, doubled: shared.length, longestWait: longestWaitMs / 1_000 },
      problems: [...lost, ...stuck, ...shared, ...unexpected],
    }
  } finally {
    await server.remove()
  }
}

function startApplications(server: ServerProcess) {
  const visitor = () => new Visitor(server.url)
  const [all, changes] = [[] as Applicant[], [] as { holder: Applicant; to: string; token: string }[]]
  const unexpected: string[] = []
  let [refused, longestWaitMs] = [0, 0]
  let up = Promise.withResolvers<void>()
  up.resolve()

  /** Asks under one key until it is answered; undefined of someone who goes away when the process is killed. */
  async function persist(ask: (key: { 'Idempotency-Key': string }) => Promise<Answer>, patient = true) {
    const [key, since] = [{ 'Idempotency-Key': randomUUID() }, performance.now()]
    for (;;) {
      await up.promise
      const answer = await ask(key).catch(() => undefined) // the server is down, or died before it answered
      if (!answer && !patient) return undefined
      if (answer && answer.status !== 503) {
        longestWaitMs = Math.max(longestWaitMs, performance.now() - since)
        if (answer.status >= 500) unexpected.push(`${answer.status} ${answer.text.slice(0, 200)}`)
        return answer
      }
      if (answer) refused++
      await pause(20)
    }
  }

  /** Someone asks for an address; half of them go away when the process is killed. */
  async function apply(address: string, path: string, more: object) {
    const password = `bread-at-six-${randomUUID()}`
    const applicant: Applicant = { address, password, acknowledged: false, invited: 'token' in more }
    all.push(applicant)
    const person = { name: 'Asha Rao', phone: '9845012345', password, ...more }
    const answer = await persist((key) => visitor().post(path, person, key), randomInt(2) === 0)
    applicant.acknowledged = (answer?.status ?? 500) < 300
    return applicant
  }
  const register = (address: string) => apply(address, '/api/register', { email: address })

  /** The token of the latest mail to an address, after this path. */
  async function tokenTo(address: string, path: string): Promise<string> {
    const folder = outboxIn(server.dataDir)
    for (const name of await mailsIn(folder)) {
      const mail = String(await mailIn(folder, name)).replace(/=\r?\n/g, '')
      const token = new RegExp(`/${path}/([\\w.-]+)`).exec(mail)?.[1]
      if (token && mail.includes(`To: ${address}`)) return token
    }
    throw new Error(`no mail to ${address} has a link to ${path}`)
  }

  const changeTo = (token: string) => visitor().put('/api/change-address', { token })

  async function change(holder: Applicant, to: string): Promise<void> {
    const client = visitor()
    const logIn = { email: holder.address, password: holder.password }
    if ((await persist((key) => client.post('/api/login', logIn, key)))!.status !== 200) return // it is another's
    const requested = await persist((key) =>
      client.post('/api/request-address-change', { email: to, password: holder.password }, key),
    )
    if (requested!.status !== 200) return
    const token = await tokenTo(to, 'change-address')
    changes.push({ holder, to, token })
    const answer = await persist(() => changeTo(token), randomInt(2) === 0)
    if (answer?.status === 200) Object.assign(holder, { address: to, acknowledged: true })
  }

  async function invite(address: string): Promise<void> {
    const admin = visitor()
    await persist((key) => admin.post('/api/login', adminLogin, key))
    const invited = await persist((key) => admin.post('/api/invite-client', { email: address }, key))
    if (invited!.status !== 200) return
    await apply(address, '/api/accept-invitation', { token: await tokenTo(address, 'invitation') })
  }

  const canLogIn = async ({ address, password }: Applicant) =>
    (await visitor().post('/api/login', { email: address, password })).status === 200

  /** Whether an address that no account can log in at can be had: by its registration. */
  const isFree = async (address: string) => canLogIn(await register(address))

  return {
    beginOutage(): void {
      up = Promise.withResolvers()
    },
    endOutage: () => up.resolve(),

    /** Two people at each of three addresses, of which one is registered, one changed to and one invited. */
    async round(n: number): Promise<void> {
      const [fresh, next, invited] = [`fresh-${n}`, `next-${n}`, `invited-${n}`].map((name) => `${name}@example.com`)
      const changing = register(`before-${n}@example.com`).then((holder) => change(holder, next!))
      const rival = pause(randomInt(killWithinMs)).then(() => register(next!))
      await Promise.all([changing, rival, register(fresh!), register(fresh!), register(invited!), invite(invited!)])
    },

    /** Who was answered that it is done and cannot log in, and which addresses cannot be had, in sentences. */
    async check() {
      const [lost, stuck] = [[] as string[], [] as string[]]
      for (const { holder, to, token } of changes) {
        // A holder without an answer follows the link again: it was done, is done now, or the address is another's.
        await changeTo(token)
        if (await canLogIn({ ...holder, address: to })) Object.assign(holder, { address: to })
      }
      for (const address of new Set([...all.map((each) => each.address), ...changes.map(({ to }) => to)])) {
        const applicants = all.filter((each) => each.address === address)
        const there = await Promise.all(applicants.map(canLogIn))
        const isOwners = applicants.some(({ invited }, at) => invited && there[at])
        for (const [at, { acknowledged }] of applicants.entries()) {
          if (acknowledged && !there[at] && !isOwners) lost.push(`an account at ${address} is lost`)
        }
        if (!there.includes(true) && !(await isFree(address))) stuck.push(`nobody can have ${address}`)
      }
      return { lost, stuck }
    },
    counts: () => ({
      acknowledged: all.filter((each) => each.acknowledged).length,
      ...{ refused, longestWaitMs, unexpected },
    }),
  }
}

/** The addresses that two accounts have, in sentences. */
async function sharedAddresses(dataDir: string): Promise<string[]> {
  const stores = await openStores({ dataDir })
  const states = new Map<string, Account>()
  for await (const { events, caughtUp } of stores.events.follow(0n, new AbortController().signal)) {
    for (const event of events) {
      if (!event.stream.startsWith(`${accounts.name}-`)) continue
      const account = states.get(event.stream) ?? accounts.initial
      states.set(event.stream, accounts.evolve(account, event as Recorded<AccountEvent>))
    }
    if (caughtUp) break
  }
  await stores.close()
  const emails = [...states.values()].filter(isRegistered).map(({ email }) => email)
  return emails.filter((email, at) => emails.indexOf(email) !== at).map((email) => `two accounts have ${email}`)
}
