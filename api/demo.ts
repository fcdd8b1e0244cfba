import { randomUUID } from 'node:crypto'
import { accounts } from '#domain/account/account.ts'
import { streamOf } from '#domain/event.ts'
import { funnelDays } from '#domain/funnel/steps.ts'
import { leads } from '#domain/lead/lead.ts'
import { orders } from '#domain/order/order.ts'
import { type Demo, demo, demoPassword } from '#domain/samples.ts'
import { agencies, agencyId } from '#domain/settings/agency.ts'
import type { Sample } from '#domain/testing.ts'
import { unkeyedIdOf } from '#infra/address-book.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Settings } from '#infra/settings.ts'
import { storeDemoFiles } from './demo-files.ts'
import { holdsDemo } from './demo-store.ts'
import { hashPassword } from './passwords.ts'
import { orderIdOf } from './routes/onboarding.ts'

type Places = { events: EventStore; files: Pick<FileStore, 'put'> }

/**
 * Gives an empty store a believable agency: real events of invented people, appended as if it had been in use for weeks,
 * with the files they share. The files come first: when the process ends in between, those that no event names are swept
 * and the next start begins anew.
 * Answers the lines that tell its accounts, also when it was there before; none when the store holds something else.
 */
export async function openDemo({ events, files }: Places, settings: Settings): Promise<string[]> {
  const { admin, eventStoreUrl, publicUrl, port } = settings
  const empty = await isEmpty(events)
  const [hash, placeOf] = empty ? await Promise.all([hashPassword(demoPassword), storeDemoFiles(files)]) : ['']
  const agency = demo({
    now: new Date().toISOString(),
    hash: () => hash,
    idOf: unkeyedIdOf,
    orderIdOf,
    ...(placeOf ? { placeOf } : {}),
    site: publicUrl ?? `http://localhost:${port}`,
  })
  if (empty) await seed(events, agency, eventStoreUrl === undefined)
  else if (!(await holdsDemo(events))) return []
  return [
    '',
    'This is the demo, with invented people. Log in as',
    ...agency.accounts.map(
      ({ email, events }) => `  ${events[0]!.by.role.padEnd(7)} ${email.padEnd(32)} ${demoPassword}`,
    ),
    ...(admin ? ['ADMIN_EMAIL has no account here: it is for a store of your own, with DEMO=false.'] : []),
  ]
}

async function seed(events: EventStore, agency: Demo, inOneCommit: boolean): Promise<void> {
  const streams: (readonly [string, Sample[]])[] = [
    ...agency.accounts.map(({ id, events: samples }) => [streamOf(accounts, id), samples] as const),
    ...agency.orders.map(({ id, events: samples }) => [streamOf(orders, id), samples] as const),
    ...agency.leads.map(({ id, events: samples }) => [streamOf(leads, id), samples] as const),
    ...agency.funnel.map(({ id, events: samples }) => [streamOf(funnelDays, id), samples] as const),
    [streamOf(agencies, agencyId), agency.settings],
  ]
  const append = ([stream, samples]: readonly [string, Sample[]]) =>
    events.append(
      stream,
      -1,
      samples.map((sample) => ({ id: randomUUID(), ...sample })),
    )
  // All at once is one commit of the embedded store: a demo is there whole or not at all. A server has a time limit for
  // each append, and all of them at once would spend it waiting for one another.
  if (inOneCommit) await Promise.all(streams.map(append))
  else for (const each of streams) await append(each)
}

async function isEmpty(events: EventStore): Promise<boolean> {
  for await (const { events: found, caughtUp } of events.follow(0n, new AbortController().signal)) {
    if (found.length > 0) return false
    if (caughtUp) return true
  }
  return true
}
