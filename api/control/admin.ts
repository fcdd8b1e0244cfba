import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openAddressBook } from '#infra/address-book.ts'
import { askServer } from '#infra/control/ask-server.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { nameOf } from '#infra/listen.ts'
import { agencyMail } from '#infra/mail/agency-mail.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openOutboundChannels, openStores } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings, type Settings } from '#infra/settings.ts'
import { readProjections } from '#projections/reader.ts'
import { type AdminRequest, administer, adminRequest } from './admin-commands.ts'

// npm run admin -- list | invite | reset | suspend | reinstate | remove <email>: by the server that runs on the data
// folder, or else on the stores of the settings.

await runProgram(async (env) => {
  const settings = readSettings(env)
  const request = parseRequest(process.argv.slice(2))
  if (await askServer(settings.dataDir, 'admin', request, console.log)) return
  if (!settings.eventStoreUrl && !existsSync(join(settings.dataDir, 'events.db'))) {
    throw new Misconfigured(`There is nothing yet: ${resolve(settings.dataDir)} has no events.db.`)
  }
  await administerStores(settings, request)
})

/** Does it on the stores themselves: their lists are as the process that keeps them has left them. */
async function administerStores(settings: Settings, request: AdminRequest): Promise<void> {
  const stores = await openStores(settings)
  const channels = await openOutboundChannels(settings).catch(async (error) => {
    await stores.close()
    throw error
  })
  try {
    const handler = createCommandHandler(stores.events)
    const dependencies = {
      handler,
      addresses: await openAddressBook({ keys: stores.keys, handler: () => handler }),
      projections: readProjections(stores.events, stores.documents),
      ...agencyMail(channels.mailer, () => handler),
      origin: settings.publicUrl ?? `http://${nameOf(settings.host)}:${settings.port}`,
      now: Date.now,
    }
    await administer(dependencies, request, console.log)
  } finally {
    await channels.close()
    await stores.close()
  }
}

function parseRequest([action, email]: string[]): AdminRequest {
  const parsed = adminRequest.safeParse({ action, email })
  if (parsed.success) return parsed.data
  throw new Misconfigured(
    'Say what to do: npm run admin -- list, or invite, reset, suspend, reinstate or remove, and an email address.',
  )
}
