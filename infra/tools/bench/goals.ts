import { activityPage, filteredActivity } from './activity-figures.ts'
import { reading, repeatedHistory, timelinePage, travel } from './history-figures.ts'
import { coldLoad, waitBesideColdLoad, writingToLong, writingToShort } from './long-order-figures.ts'
import { making, waitBesideMaking } from './making-figures.ts'
import {
  broadcast,
  click,
  coldStart,
  disk,
  type Figure,
  idleMemory,
  listing,
  longHistory,
  shortHistory,
  storedBytes,
  writing,
} from './measurements.ts'
import type { Deployment } from './systems.ts'
import { chipCounts, filteredList, firstPage, search, slowExport } from './worklist-figures.ts'

/** The goal for `of ÷ to`; or for `of` by itself, in its unit. */
export type Goal = { atMost: number } | { atLeast: number } | { below: number }

/** Two figures to be measured side by side, and what their ratio has to be. */
export type Comparison = { name: string; of: Figure; to: Figure; goal: Goal }

/** Comparisons that share two places, in this order; a place of its own for each group, so that none inherits much. */
export type Group = { of: Deployment; to: Deployment; comparisons: Comparison[] }

const both = (name: string, figure: Figure, goal: Goal): Comparison => ({ name, of: figure, to: figure, goal })

const product = { name: 'product', orders: 1_000 } as const
const floor = { name: 'floor', orders: 1_000 } as const
const worklist = { name: 'product', orders: 1_000, open: 200 } as const
const grownWorklist = { name: 'product', orders: 100_000, open: 200 } as const
const grown = { name: 'product', orders: 100_000 } as const
const grownFloor = { name: 'floor', orders: 100_000 } as const
const talkative = { name: 'product', orders: 1_000, messages: 50_000 } as const

/** A million events: of twenty thousand orders fifty each, over fifty days. */
const million = { name: 'product', orders: 20_000, history: 50 } as const

/** Two hundred thousand events, of a thousand orders at a time in turn. */
const interleaved = { name: 'product', orders: 4_000, history: 50, interleaved: true } as const

/** Lists come before changes, while there are as many events as were seeded. */
export const groups: Group[] = [
  {
    of: product,
    to: floor,
    comparisons: [
      both('list', listing, { atLeast: 1.0 }),
      both('click', click, { atMost: 1.25 }),
      both('broadcast', broadcast, { atMost: 1.3 }),
      both('reading', reading, { atMost: 1.3 }),
      both('history-repeated', repeatedHistory, { atMost: 1.2 }),
      both('changes', writing, { atLeast: 0.5 }),
      both('disk', disk, { atMost: 1.5 }),
      both('kept', storedBytes, { below: 850 }),
    ],
  },
  {
    of: product,
    to: { ...product, unsealed: true },
    comparisons: [both('sealing', writing, { atLeast: 0.9 })],
  },
  {
    of: grown,
    to: grownFloor,
    comparisons: [both('list-100000', listing, { atLeast: 0.8 }), both('changes-100000', writing, { atLeast: 0.5 })],
  },
  {
    of: grownWorklist,
    to: worklist,
    comparisons: [
      both('worklist', filteredList.time, { below: 50 }),
      both('worklist-counts', chipCounts.time, { below: 50 }),
      both('worklist-search', search.time, { below: 50 }),
      both('worklist-page', firstPage.time, { below: 50 }),
      both('worklist-processor', filteredList.processor, { below: 50 }),
      both('worklist-counts-processor', chipCounts.processor, { below: 50 }),
      both('worklist-search-processor', search.processor, { below: 50 }),
      both('worklist-page-processor', firstPage.processor, { below: 50 }),
      both('worklist-export', slowExport, { below: 64 }),
      both('worklist-memory', idleMemory, { atMost: 1.25 }),
    ],
  },
  {
    of: product,
    to: product,
    comparisons: [
      { name: 'history', of: longHistory, to: shortHistory, goal: { atMost: 1.25 } },
      { name: 'travel', of: travel, to: shortHistory, goal: { below: 100 } },
    ],
  },
  {
    of: talkative,
    to: talkative,
    comparisons: [
      { name: 'long-order', of: coldLoad, to: shortHistory, goal: { below: 1_000 } },
      { name: 'long-order-others', of: waitBesideColdLoad, to: shortHistory, goal: { below: 50 } },
      { name: 'long-order-writers', of: writingToLong, to: writingToShort, goal: { atLeast: 0.5 } },
      { name: 'timeline', of: timelinePage, to: shortHistory, goal: { below: 50 } },
    ],
  },
  {
    of: million,
    to: million,
    comparisons: [
      { name: 'activity', of: activityPage, to: shortHistory, goal: { below: 50 } },
      { name: 'activity-filters', of: filteredActivity, to: shortHistory, goal: { below: 50 } },
    ],
  },
  {
    of: interleaved,
    to: interleaved,
    comparisons: [
      { name: 'making', of: making, to: shortHistory, goal: { below: 12 } },
      { name: 'making-others', of: waitBesideMaking, to: shortHistory, goal: { below: 50 } },
    ],
  },
  {
    of: product,
    to: floor,
    comparisons: [both('start', coldStart, { atMost: 2 }), both('memory', idleMemory, { below: 90 })],
  },
]

/** Whether a goal holds: by the ratio, or by the figure itself. */
export function holds(ratio: number, goal: Goal, of: number): boolean {
  if ('below' in goal) return of < goal.below
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}
