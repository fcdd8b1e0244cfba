import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { titleInTab } from '#domain/order/next-step.ts'
import { businessOf, projectName } from '#domain/order/project-name.ts'
import type { orderFromWire } from '#domain/order/wire.ts'
import { loadReload } from '#web/epoch.ts'
import { announcementOf, unreadCountIn } from '#web/history/event-text.ts'
import { KeepPlace } from '#web/kit/KeepPlace.tsx'
import { LazyView } from '#web/kit/LazyView.tsx'
import { Unread } from '#web/kit/NewBadge.tsx'
import { Page } from '#web/kit/Page.tsx'
import { loadZod } from '#web/lazy-zod.ts'
import { loadedActions } from '#web/live/actions.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { useOrder } from '#web/live/useOrder.ts'
import { type AdminControls, OrderContext, useShownOrder } from '#web/order/context.ts'
import { usePaletteCommands } from '#web/order/palette-commands.ts'
import { linkTo, linkToMoment, type Tab, tabs, useMoment, useTab } from '#web/order/tabs.ts'
import { useLastVisit } from '#web/order/visit.ts'
import { useRecentPlace } from '#web/palette/pages.ts'
import { Head } from '#web/shell/Head.tsx'
import { viewedClient } from '#web/view-as.ts'
import { NextElsewhere } from './NextStep.tsx'
import { Overview } from './Overview.tsx'
import { type LazyTab, loads, TabView } from './TabView.tsx'
import '#web/kit/PageIndex.css'
import './OrderPage.css'

type OrderPageProps = {
  loaded: ReturnType<typeof orderFromWire>
  viewer: Person
  /** The commands of an admin on the order; undefined for others. */
  controls: AdminControls | undefined
}

/** Drawn again when the order has changed, not with all that is around it. */
const Sections = memo(Overview)

/** Loads a tab, for an admin with its form, so that both are shown at once. */
async function loadTab(name: LazyTab, controls: AdminControls | undefined) {
  const [tab] = await Promise.all([loads[name](), controls?.loadTabForms()])
  return tab
}

/** Where a client agrees to something, after which there is something else to do. */
const agreedIn: readonly Tab[] = ['design', 'payment', 'proposal']

const loadNotAllowed = () => import('./NotAllowed.tsx')

/** In place of an order that is not this person's to see, or that there is not. */
export const NotAllowed = () => <LazyView load={loadNotAllowed} props={{}} waiting={null} />

/** The page as it stood once. */
const loadTravel = () => import('#web/order/travel/Travel.tsx')

/** An order, followed live: where it stands, what was said, what it costs, and all that was ever written in it. */
export function OrderPage({ loaded: { contact, ...snapshot }, viewer, controls }: OrderPageProps) {
  const live = useOrder(snapshot)
  const { order, refused } = live
  const { name } = projectName({ ...order, business: businessOf(order.questions) })
  const called = viewer.role === 'client' ? name : order.title
  const tab = useTab(snapshot.id)
  const { at, comparedWith } = useMoment()
  const visited = useVisited(at === undefined ? tab : 'overview')
  const lastVisit = useLastVisit(snapshot.id, viewer.id, live)
  useScrollToTheMainContainer(tab)
  const run = usePaletteCommands(order, called, viewer, tab)
  useRecentPlace(viewer.id, {
    path: `/order-detail/${snapshot.id}`,
    label: called,
    detail: viewer.role === 'admin' && !order.title.startsWith(contact.name) ? contact.name : undefined,
  })
  useEffect(() => {
    // What is not shown at first is loaded in the background, so that it is there when the connection is not.
    const forms = controls ? [controls.loadTabForms] : []
    const later = [
      loadReload,
      ...Object.values(loads),
      ...forms,
      () => import('#web/order/conversation/UploadList.tsx'),
      loadZod,
    ]
    let left = false
    const timer = setTimeout(async () => {
      // One after the other: what is done meanwhile does not wait for all of it.
      for (const load of later) if (!left) await load().catch(() => {})
    }, 2_000)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [controls])
  const readOnly = viewedClient !== undefined
  const { id } = snapshot
  const shown = useMemo(
    () => ({ ...live, id, contact, viewer, controls, lastVisit, readOnly }),
    [live, id, contact, viewer, controls, lastVisit, readOnly],
  )
  if (refused) return <NotAllowed />

  const unread = unreadCountIn(order, viewer)
  const named = at === undefined ? titleInTab(called, order, viewer.role) : called
  const title = tab === 'overview' ? named : `${tabs[tab]} – ${named}`
  return (
    <OrderContext value={shown}>
      <Page index={<OrderTabs tab={tab} viewer={viewer} unread={unread} at={at} comparedWith={comparedWith} />}>
        <KeepPlace>
          <Head title={`${unread > 0 ? `(${unread}) ` : ''}${title}`} noindex />
          <ConnectionStatus last={order.lastAt} />
          {at === undefined && <Announcer />}
          <OfflineRow bodyClass="pt-4">
            You can keep reading and writing. Messages are sent when you’re back online. Files need a connection.
          </OfflineRow>
          {/* Hidden, not taken away: what is being written outlives a look at another tab. Here it goes on working, too:
              files may be on their way. */}
          <div hidden={tab !== 'overview' || at !== undefined}>
            <Sections />
          </div>
          {visited.map((name) => (
            <Activity key={name} mode={name === tab && at === undefined ? 'visible' : 'hidden'}>
              <TabView load={() => loadTab(name, controls)}>
                {agreedIn.includes(name) && <NextElsewhere tab={name} />}
              </TabView>
            </Activity>
          ))}
          {at !== undefined && <TabView load={loadTravel} />}
        </KeepPlace>
        {controls && !readOnly && <controls.ActionRail onRun={run} />}
      </Page>
    </OrderContext>
  )
}

/** The tabs that were shown since the page was opened, but for the overview, which is always there. */
function useVisited(tab: Tab): readonly LazyTab[] {
  const [visited, setVisited] = useState<readonly LazyTab[]>([])
  if (tab === 'overview' || visited.includes(tab)) return visited
  const next = [...visited, tab]
  setVisited(next)
  return next
}

/** Scrolls to the main container after another tab was chosen, for sighted people and for screen readers. */
function useScrollToTheMainContainer(tab: Tab): void {
  const shown = useRef(tab)
  // Before it is painted: a shorter tab would be seen from its end for a moment.
  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    const main = document.getElementById('main')
    main?.scrollIntoView({ block: 'start' })
    main?.focus({ preventScroll: true })
  }, [tab])
}

/** How many announcements stand in the page: of what came earlier, each has been read out. */
const mostAnnounced = 20

/** Announces the events of others to screen readers. Own actions are answered by a toast. */
function Announcer() {
  const { order, viewer, events } = useShownOrder()
  return (
    <div className="sr" role="log" aria-label="Latest changes">
      {events
        .filter((event) => event.by.id !== viewer.id && loadedActions()!.overviewPlace(event) !== 'hidden')
        .slice(-mostAnnounced)
        .map((event) => (
          <p key={event.id}>{announcementOf(event, order, viewer)}</p>
        ))}
    </div>
  )
}

type OrderTabsProps = {
  tab: Tab
  viewer: Person
  unread: number
  /** The revision that the page is shown at, where it is not as it stands now. */
  at?: number | undefined
  /** The one that it stands beside then. */
  comparedWith?: number | undefined
}

/** The tabs of an order, and the way back. `unread` stands at the overview, where the conversation is. */
const OrderTabs = ({ tab, viewer, unread, at, comparedWith }: OrderTabsProps) => (
  <nav className="page-index" aria-label="This project">
    <ul>
      {Object.entries(tabs).map(([name, title]) => (
        <li key={name}>
          {/* The page scrolls to its main container by itself: a reset would take it to the very top first. */}
          <Link
            className="flex items-baseline gap-2 ink-2 ink-on-hover nowrap no-underline"
            to={at === undefined ? linkTo(name as Tab) : linkToMoment(at, name as Tab, comparedWith)}
            aria-current={name === tab ? 'page' : undefined}
            preventScrollReset
            ref={name === tab ? intoSight : undefined}
          >
            <span className="order-index-name">{title}</span>
            {name === 'overview' && at === undefined && <Unread count={unread} />}
          </Link>
        </li>
      ))}
      <li className="order-index-back">
        <Link
          className="flex items-baseline gap-2 ink-2 ink-on-hover nowrap no-underline"
          to={viewer.role === 'admin' ? '/orders' : '/dashboard'}
        >
          Back
          <span className="order-index-where"> to {viewer.role === 'admin' ? 'all projects' : 'your projects'}</span>
        </Link>
      </li>
    </ul>
  </nav>
)

/** On a phone the index is a strip to be pushed along: the chosen tab is pushed into it. The page stays where it is. */
function intoSight(link: HTMLElement | null): void {
  const strip = link?.closest('ul')
  if (link && strip && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = link.offsetLeft - strip.offsetLeft - 40
}
