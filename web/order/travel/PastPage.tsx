import type { ComponentType } from 'react'
import { type Compared, OrderContext, type ShownOrder, useShownOrder } from '#web/order/context.ts'
import { Overview } from '#web/order/page/Overview.tsx'
import { TabView } from '#web/order/page/TabView.tsx'
import { type LazyTab, loads } from '#web/order/page/tab-loads.ts'
import type { Tab } from '#web/order/tabs.ts'
import { comparedWith } from './compared.ts'
import { PastHistory } from './PastHistory.tsx'
import type { OrderLife } from './useOrderLife.ts'
import { WhatFollowed } from './WhatFollowed.tsx'

const nothingArrives: ShownOrder['recent'] = new Map()

type PastPageProps = {
  life: OrderLife
  index: number
  tab: Tab
  /** The stop of the page that stands beside this one, and what is between the two. */
  beside?: Pick<Compared, 'name' | 'onDisplay' | 'displayedAnew'> & { index: number }
}

/** A tab of the order's page as it stood, by the components that show it as it stands; nothing can be changed on it. */
export function PastPage({ life, index, tab, beside }: PastPageProps) {
  const live = useShownOrder()
  const momentAt = (index: number) => ({ order: life.past.stateAt(life.stops[index]!), revision: life.stops[index]! })
  const state = {
    ...momentAt(index),
    earlier: undefined,
    events: [],
    recent: nothingArrives,
    refused: false,
    outdated: false,
  }
  const now = () => state
  const shown: ShownOrder = {
    ...live,
    ...state,
    now,
    applyEvents: now,
    catchUp: async () => state,
    loadEarlier: async () => state,
    controls: undefined,
    lastVisit: undefined,
    readOnly: true,
    isPast: true,
    ...(beside && { compared: comparedWith(momentAt(beside.index), momentAt(index), beside) }),
  }
  return (
    <OrderContext value={shown}>
      <div className="travel-page">
        {tab === 'overview' && <Overview />}
        {tab === 'history' && <PastHistory life={life} index={index} />}
        {tab !== 'overview' && tab !== 'history' && <PastTab key={tab} tab={tab} />}
        <WhatFollowed life={life} index={index} />
      </div>
    </OrderContext>
  )
}

/** The tabs that have come: shown again, or twice, they are there at once. */
const views = new Map<LazyTab, ComponentType>()

function PastTab({ tab }: { tab: LazyTab }) {
  const View = views.get(tab)
  const load = async () => {
    const loaded = await loads[tab]()
    views.set(tab, loaded.default)
    return loaded
  }
  return View ? <View /> : <TabView load={load} />
}
