import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { hashPassword } from '#api/routes/account/passwords.ts'
import { orderIdOf } from '#api/routes/questionnaire/onboarding.ts'
import { measured, type PictureSize } from '#api/uploads/file-beginnings.ts'
import { atelier } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { addressClaims } from '#domain/account/address-claim.ts'
import { type DemoFileName, demoFiles, type Placed } from '#domain/demo/files.ts'
import { streamOf } from '#domain/event.ts'
import { extensionOf } from '#domain/file.ts'
import { leads } from '#domain/lead/actions.ts'
import { orders } from '#domain/order/actions.ts'
import { documentNumbers, documentNumbersId } from '#domain/order/document-numbers.ts'
import { type Demo, demo, demoPassword } from '#domain/samples.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { funnelDays } from '#domain/site/steps.ts'
import type { Sample } from '#domain/testing.ts'
import type { AddressBook } from '#infra/address-book.ts'
import { type EventStore, WrongRevision } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Settings } from '#infra/settings.ts'
import { beganDemo, demoPersonId, holdsDemo } from './demo-store.ts'

type Stream = readonly [string, readonly Sample[]]
type Places = { events: EventStore; files: Pick<FileStore, 'put'>; addresses: Pick<AddressBook, 'claimIdOf'> }

/**
 * Gives an empty store a believable agency: real events of invented people, appended as if it had been in use for weeks,
 * with the files they share. The files come first: when the process ends in between, those that no event names are swept
 * and the next start adds what is missing.
 * Answers the lines that tell its accounts, also when it was there before; none when the store holds something else.
 */
export async function openDemo({ events, files, addresses }: Places, settings: Settings): Promise<string[]> {
  const { admin, eventStoreUrl, publicUrl, port } = settings
  const whole = await holdsDemo(events)
  const due = !whole && ((await beganDemo(events)) || (await isEmpty(events)))
  const [hash, placeOf] = due ? await Promise.all([hashPassword(demoPassword), storeDemoFiles(files)]) : ['']
  const agency = demo({
    now: new Date().toISOString(),
    hash: () => hash,
    idOf: demoIdOf,
    orderIdOf,
    ...(placeOf ? { placeOf } : {}),
    site: publicUrl ?? `http://localhost:${port}`,
  })
  if (due) await seed(events, agency, claimsOf(agency, addresses), eventStoreUrl === undefined)
  else if (!whole) return []
  return [
    '',
    'This is the demo, with made-up people. Log in as',
    ...agency.accounts.map(
      ({ email, events }) => `  ${events[0]!.by.role.padEnd(7)} ${email.padEnd(32)} ${demoPassword}`,
    ),
    ...(admin ? ['ADMIN_EMAIL is ignored in the demo. Set DEMO=false to use your own data.'] : []),
  ]
}

let addresses: string[] | undefined

/** The id of the account that has an address in the demo. */
export function demoIdOf(email: string): string {
  addresses ??= everyAddress()
  return demoPersonId(1 + addresses.indexOf(email))
}

function everyAddress(): string[] {
  const itself = (text: string) => text
  const { accounts, leads } = demo({ now: new Date().toISOString(), hash: itself, idOf: itself, orderIdOf: itself })
  return [...new Set([...accounts, ...leads].map(({ id }) => id))]
}

/** The claims that lead from the addresses of its people to their accounts. */
const claimsOf = ({ accounts, leads }: Demo, { claimIdOf }: Pick<AddressBook, 'claimIdOf'>): Stream[] =>
  [...new Map([...accounts, ...leads].map((person) => [person.id, person])).values()].map(({ id, events: [first] }) => {
    const { email } = first!.data as { email: string }
    const claim = { type: 'AddressClaimed', data: { account: id }, by: atelier, at: first!.at } as const
    return [streamOf(addressClaims, claimIdOf(email)), [claim]]
  })

async function seed(events: EventStore, agency: Demo, claims: Stream[], inOneCommit: boolean): Promise<void> {
  const [admin, ...clients] = agency.accounts.map(({ id, events }): Stream => [streamOf(accounts, id), events])
  // The first account says that it was begun, and the admin's that it is whole (demo-store.ts).
  const streams: Stream[] = [
    ...clients,
    ...claims,
    ...agency.orders.map(({ id, events: samples }) => [streamOf(orders, id), samples] as const),
    ...agency.leads.map(({ id, events: samples }) => [streamOf(leads, id), samples] as const),
    ...agency.funnel.map(({ id, events: samples }) => [streamOf(funnelDays, id), samples] as const),
    [streamOf(documentNumbers, documentNumbersId), agency.numbers],
    [streamOf(agencies, agencyId), agency.settings],
    admin!,
  ]
  const append = async ([stream, samples]: Stream) => {
    const added = samples.map((sample) => ({ id: randomUUID(), ...sample }))
    await events.append(stream, -1, added).catch((error) => {
      if (!(error instanceof WrongRevision)) throw error // a start that was broken off has added it
    })
  }
  // All at once is one commit of the embedded store: a demo is there whole or not at all. A server has a time limit for
  // each append, and all of them at once would spend it waiting for one another.
  if (inOneCommit) await Promise.all(streams.map(append))
  else for (const each of streams) await append(each)
}

async function isEmpty(events: EventStore): Promise<boolean> {
  for await (const { events: found, caughtUp } of events.follow(0n, new AbortController().signal)) {
    if (found.some(({ type }) => type !== 'AddressKeyNamed')) return false
    if (caughtUp) return true
  }
  return true
}

const folder = new URL('./demo-files/', import.meta.url)

/** Puts the files of the demo into a file store, each under an unguessable name of its own. */
async function storeDemoFiles(files: Pick<FileStore, 'put'>): Promise<(name: DemoFileName) => Placed> {
  const names = Object.keys(demoFiles) as DemoFileName[]
  const placed = await Promise.all(
    names.map(async (name): Promise<[DemoFileName, Placed]> => {
      const filename = `${randomBytes(16).toString('base64url')}.${extensionOf(name)}`
      let picture: PictureSize | undefined
      const content = measured(createReadStream(new URL(name, folder)), 'demo', (size) => {
        picture = size
      })
      const { size } = await files.put(filename, Readable.from(content, { objectMode: false }))
      return [name, { filename, size, ...picture }]
    }),
  )
  const places = new Map(placed)
  return (name) => places.get(name)!
}
