import { OrderContext, type ShownOrder, useShownOrder } from '../context.ts'
import { Overview } from '../Overview.tsx'
import { TabView } from '../TabView.tsx'
import { loads } from '../tab-loads.ts'
import type { Tab } from '../tabs.ts'
import { PastHistory } from './PastHistory.tsx'
import type { OrderLife } from './useOrderLife.ts'
import { WhatFollowed } from './WhatFollowed.tsx'

const nothingArrives: ShownOrder['recent'] = new Map()

type PastPageProps = {
  life: OrderLife
  index: number
  tab: Tab
  /** The stop of the page that stands beside this one. */
  beside?: number
  /** By what its parts are told apart from those of that page. */
  name?: string
}

/** A tab of the order's page as it stood, by the components that show it as it stands; nothing can be changed on it. */
export function PastPage({ life, index, tab, beside, name }: PastPageProps) {
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
    ...(beside === undefined ? {} : { comparedWith: momentAt(beside) }),
    ...(name === undefined ? {} : { pageName: name }),
  }
  return (
    <OrderContext value={shown}>
      <div className="travel-page">
        {tab === 'overview' && <Overview />}
        {tab === 'history' && <PastHistory life={life} index={index} />}
        {tab !== 'overview' && tab !== 'history' && <TabView key={tab} load={loads[tab]} />}
        <WhatFollowed life={life} index={index} />
      </div>
    </OrderContext>
  )
}
