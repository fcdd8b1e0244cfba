import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { rawPage } from '#api/testing/raw-page.ts'
import { picture, Visitor, validAnswers } from '#api/testing/test-server.ts'

// In a thread of its own: who sends hundreds of megabytes is busy, and would count as waiting for the server what people
// in the same thread wait for it.

const megabyte = 1024 * 1024
const account = {
  name: 'Mallory',
  email: 'mallory@example.com',
  phone: '9845012399',
  password: 'nothing-good-comes-of-it',
}

const url = workerData as string
const mallory = new Visitor(url)
await mallory.post('/api/register', account)
const orderId = await mallory.order()
parentPort!.postMessage(1)

/** Does all the harm at once, each time it is told to, and answers how much of it was kept. */
parentPort!.on('message', async () => {
  const harm = [
    flood(mallory, orderId),
    ...Array.from({ length: 10 }, () => watchAgainAndAgain(url, mallory.cookie, orderId)),
    strangers(url),
    longForms(mallory),
    manyFiles(mallory),
  ]
  const done = await Promise.allSettled(harm)
  parentPort!.postMessage(done.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0))
})

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
