import { setTimeout as pause } from 'node:timers/promises'
import { rawPage } from '../testing/raw-page.ts'
import { prepareServerProcess } from '../testing/server-process.ts'
import { picture, Visitor, validAnswers } from '../testing/test-server.ts'
import type { Fault } from './faults.ts'
import { startPeople } from './people.ts'
import { outcomeOf, peakMemory } from './report.ts'

const megabyte = 1024 * 1024
const account = {
  name: 'Mallory',
  email: 'mallory@example.com',
  phone: '9845012399',
  password: 'nothing-good-comes-of-it',
}

/** The limits that people at work stay below here: they work much faster than people. The bounds on the rest are as always. */
const limits = 'login=10000/10000/1s register=10000/10000/1s message=100000/100000/1s upload=100000/100000/1s'

/** A client who means harm, while people work: what one logged-in account and strangers' sockets can do, all at once. */
export const hostileClient: Fault = async ({ times }) => {
  const server = await prepareServerProcess('api', { RATE_LIMITS: limits, CLIENT_QUOTA_MB: '2000' })
  try {
    await server.start()
    const people = await startPeople([server.url])
    const mallory = new Visitor(server.url)
    await mallory.post('/api/register', account)
    const orderId = await mallory.order()
    let kept = 1
    for (let n = 0; n < times; n++) {
      const harm = [
        flood(mallory, orderId),
        ...Array.from({ length: 10 }, () => watchAgainAndAgain(server.url, mallory.cookie, orderId)),
        strangers(server.url),
        longForms(mallory),
        manyFiles(mallory),
      ]
      await people.goOn(20)
      for (const done of await Promise.allSettled(harm)) {
        if (done.status === 'fulfilled') kept += done.value
      }
    }
    const memory = peakMemory(server.pid)
    const fault = `a hostile client ${times} times`
    const outcome = await outcomeOf(fault, people, { stores: server, memory, stop: server.kill })
    return { ...outcome, doubled: outcome.doubled - kept } // what was kept of the hostile client is there, too
  } finally {
    await server.remove()
  }
}

/** How many of these requests changed something. */
async function changes(answers: Promise<{ status: number }>[]): Promise<number> {
  const settled = await Promise.allSettled(answers)
  return settled.filter((each) => each.status === 'fulfilled' && each.value.status < 300).length
}

/** Four hundred long messages at once. Each of these answers how much of it was kept. */
async function flood(visitor: Visitor, orderId: string): Promise<number> {
  const text = 'x'.repeat(5_000)
  return changes(Array.from({ length: 400 }, () => visitor.post('/api/send-message', { orderId, text })))
}

/** Asks for everything, again and again, and reads nothing of it. */
async function watchAgainAndAgain(url: string, cookie: string, orderId: string): Promise<number> {
  const page = await rawPage(url, { Cookie: cookie })
  page.say('40')
  await page.until('42["epoch"')
  for (let n = 0; n < 500; n++) page.say(`42${n}["watch",${JSON.stringify({ orderId, after: -1 })}]`)
  await pause(1_000)
  page.close()
  return 0
}

/** Sockets that never say whose they are. */
async function strangers(url: string): Promise<number> {
  const opened = await Promise.allSettled(Array.from({ length: 500 }, () => rawPage(url, {})))
  await pause(1_000)
  for (const each of opened) if (each.status === 'fulfilled') each.value.close()
  return 0
}

/** Forms with far more text than any has. */
async function longForms(visitor: Visitor): Promise<number> {
  const one = () => {
    const form = new FormData()
    for (let n = 0; n < 20; n++) form.append('answers', 'x'.repeat(megabyte))
    return visitor.ask('POST', '/api/submit-answer', form)
  }
  return changes(Array.from({ length: 8 }, one))
}

/** Projects with a large file each. */
async function manyFiles(visitor: Visitor): Promise<number> {
  const file = picture('large.png', 10 * megabyte)
  return changes(Array.from({ length: 8 }, () => visitor.submit(validAnswers, { 7: file })))
}
