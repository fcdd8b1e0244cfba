import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import type { AccountEvent } from '#domain/account/actions.ts'
import type { WireWebhook } from '#domain/contract/integrations.ts'
import { idIn, type WireEvent } from '#domain/event.ts'
import { isInForce } from '#domain/integrations/api-key.ts'
import { isChosen } from '#domain/integrations/webhook.ts'
import { integrationsTitle } from '#domain/words/admin-titles.ts'
import { call } from '#web/api.ts'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { useNow } from '#web/kit/time.ts'
import { UnsavedForms } from '#web/kit/UnsavedForms.tsx'
import { ConnectionStatus, Offline } from '#web/live/ConnectionStatus.tsx'
import { useUntilUpToDate } from '#web/live/live-list.ts'
import { followEvents } from '#web/live/socket.ts'
import { recentMs } from '#web/live/watchers.ts'
import { Head } from '#web/shell/Head.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Webhooks } from './Webhooks.tsx'
import './Integrations.css'

export async function loader() {
  const [keys, webhooks] = await Promise.all([call('getApiKeys'), call('getWebhooks')])
  return { keys: keys.data, webhooks: webhooks.data, stale: keys.stale || webhooks.stale }
}

/** The page of outgoing webhooks and incoming API keys. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { keys, webhooks } = loaded
  const recent = useFollowedPage()
  useUntilUpToDate(loaded)
  useDeliveries(webhooks)
  const now = new Date(useNow()).toISOString()
  const inUse = keys.filter((key) => isInForce(key, now) && !key.ended).length
  const on = webhooks.filter(({ off }) => off === undefined)
  const counts = {
    ...{ webhooks: webhooks.length, keys: inUse, off: webhooks.length - on.length },
    failing: on.filter(({ failingSince }) => failingSince !== undefined).length,
    tried: on.filter(({ last }) => last !== undefined).length,
  }
  return (
    <Page>
      <Head noindex />
      <ConnectionStatus />
      <PageTitle {...integrationsTitle(counts)} />
      <Offline />
      <UnsavedForms>
        <Webhooks webhooks={webhooks} recent={recent} />
        <ApiKeys keys={keys} recent={recent} />
      </UnsavedForms>
      <Exports />
    </Page>
  )
}

/** What makes the keys of an admin work no longer, or again. */
const endsKeys: ReadonlySet<string> = new Set<AccountEvent['type']>([
  'AccountSuspended',
  'AccountReinstated',
  'AdminRemoved',
  'AddressChangeUndone',
])

/**
 * Loads the page again when something of it was changed, here or by another admin, and when the line is back. `recent`
 * are the ids of the keys and webhooks that something was just written about, each with the event.
 */
function useFollowedPage() {
  const { revalidate } = useRevalidator()
  const [recent, setRecent] = useState<ReadonlyMap<string, string>>(new Map())

  const apply = useEffectEvent((event: WireEvent) => {
    const id = idIn({ name: 'api-key' }, event.stream) ?? idIn({ name: 'webhook' }, event.stream)
    if (id !== undefined) {
      setRecent((recent) => new Map(recent).set(id, event.id))
      setTimeout(() => setRecent((recent) => new Map([...recent].filter(([, each]) => each !== event.id))), recentMs)
    }
    if (id !== undefined || endsKeys.has(event.type)) void revalidate()
  })
  const catchUp = useEffectEvent(() => void revalidate())

  useEffect(() => followEvents(apply, catchUp, catchUp), [])

  return recent
}

/** How long after an event, or after the time of a next try, its deliveries are looked at, and how long again: milliseconds. */
const [deliveryMs, settledMs] = [5_000, 15_000]

/** Loads the page again when something has probably been sent to a webhook: no event says so. */
function useDeliveries(webhooks: readonly WireWebhook[]): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Until when it is looked again after each look. */
  const until = useRef(0)
  const look = useEffectEvent((ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), ms)
  })
  const apply = useEffectEvent(({ type }: WireEvent) => {
    if (!webhooks.some(({ off, events }) => off === undefined && isChosen(events, type))) return
    if (until.current < Date.now()) look(deliveryMs)
    until.current = Date.now() + settledMs
  })
  useEffect(() => {
    const now = Date.now()
    const tries = webhooks.flatMap(({ off, last }) => (off || !last?.nextAt ? [] : Date.parse(last.nextAt)))
    const next = Math.min(until.current > now ? now : Infinity, ...tries.filter((at) => at > now))
    if (next < Infinity) look(next - now + deliveryMs)
    return () => clearTimeout(timer.current)
  }, [webhooks])
  useEffect(() => followEvents(apply, () => {}), [])
}

const tables = [
  { call: 'exportOrders', title: 'Projects', holds: 'with their clients, steps and amounts' },
  { call: 'exportClients', title: 'Clients', holds: 'with their number of projects' },
  { call: 'exportLeads', title: 'Leads', holds: 'with their figures and stage' },
  { call: 'exportPayments', title: 'Payments', holds: 'one row per payment and price change' },
] as const

/** The lists as tables to download. They are links: the browser itself writes them to the disk. */
const Exports = () => (
  <TitledSection title="CSV exports" aside="For spreadsheets. Times in UTC, amounts in rupees." id="tables">
    <ul>
      {tables.map(({ call, title, holds }) => (
        <Row
          as="li"
          className="rule-below hookup is-table lines-py-3"
          bodyClass="grid columns-1-auto items-baseline gap-1-5 text-3"
          key={call}
        >
          <p className="hookup-what min-w-0">
            <b>{title}</b> <small>{holds}</small>
          </p>
          <p className="hookup-acts row items-center gap-0-4">
            <DownloadCsv call={call} what={title} />
          </p>
        </Row>
      ))}
    </ul>
  </TitledSection>
)
