import { useLoaderData } from 'react-router-dom'
import { integrationsTitle } from '#domain/words/admin-titles.ts'
import { call } from '#web/api.ts'
import { Offline } from '#web/kit/Loading.tsx'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Exports } from './Exports.tsx'
import { useFollowedPage } from './useFollowedPage.ts'
import { Webhooks } from './Webhooks.tsx'
import './Integrations.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export async function loader() {
  const [keys, webhooks] = await Promise.all([call('getApiKeys'), call('getWebhooks')])
  return { keys: keys.data, webhooks: webhooks.data }
}

/** The page of outgoing webhooks and incoming API keys. */
export function Component() {
  const { keys, webhooks } = useLoaderData<typeof loader>()
  const { connection, recent } = useFollowedPage()
  const inUse = keys.filter(({ revokedAt }) => revokedAt === undefined).length
  const failing = webhooks.filter(({ off, failingSince }) => failingSince !== undefined || off === 'failures').length
  return (
    <Page>
      <Head title="Integrations" noindex />
      <InBar>
        <ConnectionStatus />
      </InBar>
      <PageTitle {...integrationsTitle({ webhooks: webhooks.length, keys: inUse, failing })} />
      {connection.state === 'offline' && (
        <Offline since={new Date(connection.since).toISOString()}>
          You can keep reading. Updates appear when you’re back online.
        </Offline>
      )}
      <Webhooks webhooks={webhooks} recent={recent} />
      <ApiKeys keys={keys} recent={recent} />
      <Exports />
    </Page>
  )
}
