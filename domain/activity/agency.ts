import type { FitTestEvent } from '../funnel/fit-tests.ts'
import type { FunnelEvent, FunnelStep } from '../funnel/steps.ts'
import type { StoreEvent } from '../store/store.ts'
import type { ActivityTable } from './table.ts'

const screens: Record<FunnelStep, string> = {
  start: 'A visitor began the funnel',
  test: 'A visitor came to the fit test',
  failed: 'A visitor failed the fit test',
  success: 'A visitor passed the fit test',
  details: 'A visitor came to the details',
  analyzing: 'A visitor sent their details',
  pricing: 'A visitor saw the prices',
  offerings: 'A visitor saw the offerings',
  confirm: 'A visitor came to the last page of the funnel',
  registered: 'A visitor registered',
}

export const funnelLines: ActivityTable<FunnelEvent> = {
  FunnelStepReached: { kind: 'visits.funnel', says: ({ step }) => screens[step] ?? 'A visitor came a step further' },
}

export const fitTestLines: ActivityTable<FitTestEvent> = {
  FitTestFailed: { kind: 'visits.tests', says: ({ failed }) => `Failed the fit test by ${failed.length} of five` },
}

export const storeLines: ActivityTable<StoreEvent> = {
  StoreRestored: {
    kind: 'store.backups',
    says: ({ events }) => `Put back from a backup of ${events.toLocaleString('en-IN')} events`,
  },
  StoreSealed: {
    kind: 'store.backups',
    says: ({ events }) => `Sealed the personal data of ${events.toLocaleString('en-IN')} events as the store was moved`,
  },
  AddressKeyNamed: { kind: 'store.backups', says: 'Named the key by which accounts are found by their addresses' },
  DailyHeadRecorded: {
    kind: 'store.proof',
    says: ({ events }) => `Recorded the day’s head over ${events.toLocaleString('en-IN')} events`,
  },
}
