import { openAddressBook } from '#infra/address-book.ts'
import { askServer } from '#infra/control/ask-server.ts'
import { requireEvents } from '#infra/data-folder.ts'
import type { Document } from '#infra/documents/store.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { nameOf } from '#infra/http.ts'
import { agencyMail } from '#infra/mail/mailer.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openOutboundChannels, openStores } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings, type Settings } from '#infra/settings.ts'
import { accountRows, invitationRows } from '#projections/account/accounts.ts'
import { follow } from '#projections/follow.ts'
import type { Projection } from '#projections/projection.ts'
import { readProjections } from '#projections/reader.ts'
import { type AdminRequest, administer, adminRequest } from './admin-commands.ts'

// npm run admin -- list | invite | reset | suspend | reinstate | remove <email>: by the server that runs on the data
// folder, or else on the stores of the settings.

await runProgram(async (env) => {
  const settings = readSettings(env)
  const request = parseRequest(process.argv.slice(2))
  if (await askServer(settings.dataDir, 'admin', request, console.log)) return
  requireEvents(settings, 'No data yet')
  await administerStores(settings, request)
})

/** Runs the request on the stores themselves, with their lists taken up to the end where no other process can keep them. */
async function administerStores(settings: Settings, request: AdminRequest): Promise<void> {
  const stores = await openStores(settings, { rotate: false }) // servers may be running elsewhere
  const channels = await openOutboundChannels(settings).catch(async (error) => {
    await stores.close()
    throw error
  })
  const ending = new AbortController()
  const following = { ...stores, signal: ending.signal, onError() {} } // `caughtUp` throws why a list cannot be had
  const stopped: Promise<void>[] = []
  const caughtUp = async <D extends Document>(projection: Projection<D>) => {
    const list = await follow(projection, following)
    stopped.push(list.stopped)
    await list.caughtUp
    return list
  }
  try {
    const handler = createCommandHandler(stores.events)
    const dependencies = {
      handler,
      addresses: await openAddressBook({ keys: stores.keys, handler }),
      projections: settings.mongodbUrl
        ? readProjections(stores.events, stores.documents)
        : { accounts: await caughtUp(accountRows), invitations: await caughtUp(invitationRows) },
      ...agencyMail(channels.mailer, handler),
      origin: settings.publicUrl ?? `http://${nameOf(settings.host)}:${settings.port}`,
    }
    await administer(dependencies, request, console.log)
  } finally {
    ending.abort()
    await Promise.all(stopped)
    await channels.close()
    await stores.close()
  }
}

function parseRequest([action, email, ...more]: string[]): AdminRequest {
  const parsed = adminRequest.safeParse({ action, email })
  if (parsed.success && more.length === 0) return parsed.data
  throw new Misconfigured(
    'Usage: npm run admin -- list, or npm run admin -- invite | reset | suspend | reinstate | remove <email>',
  )
}
