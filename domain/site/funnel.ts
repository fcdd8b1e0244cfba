import { z } from 'zod'
import { failures, fitAnswers } from './fit-test.ts'

/** The screens of the funnel, in the order of specification section 2. */
export const screens = [
  'start',
  'test',
  'failed',
  'success',
  'details',
  'analyzing',
  'pricing',
  'offerings',
  'confirm',
] as const
type Screen = (typeof screens)[number]

const figure = z.number().optional()

/** The person who asked for prices, with the figures of their business, so that no form need ask again. */
const asker = z.object({
  ...{ name: z.string(), email: z.string(), phone: z.string() },
  ...{ years: figure, employees: figure, roles: figure, customers: figure },
})
export type Asker = z.infer<typeof asker>

const state = z.object({
  screen: z.enum(screens),
  /** The answers of the last test that was sent. */
  answers: fitAnswers.optional(),
  asker: asker.optional(),
  /** How far the analyzing is: 0 to 100. */
  progress: z.int().min(0).max(100),
})

/** Where a visitor stands between the first button and an account (specification section 4). */
export type Funnel = z.infer<typeof state>

/** An action of a visitor, or of the clock. */
export type FunnelAction =
  | { type: 'start' }
  | { type: 'sendTest'; answers: z.infer<typeof fitAnswers> }
  | { type: 'tryAgain' }
  | { type: 'seePricing' }
  | { type: 'detailsSent'; asker: Asker }
  | { type: 'tick' }
  /** Skips the wait, for people who cannot or do not want to watch it. */
  | { type: 'skip' }
  | { type: 'seeOfferings' }
  | { type: 'back' }
  | { type: 'getStarted' }

export const initialFunnel: Funnel = { screen: 'start', progress: 0 }

/** One point of the progress takes so long, in milliseconds: about ten seconds in all. */
export const tickInterval = 100

/** The screen from which each doing leads on; on any other it does nothing. */
const from: Record<FunnelAction['type'], readonly Screen[]> = {
  start: ['start'],
  sendTest: ['test'],
  tryAgain: ['failed'],
  seePricing: ['success'],
  detailsSent: ['details'],
  tick: ['analyzing'],
  skip: ['analyzing'],
  seeOfferings: ['pricing'],
  back: ['offerings'],
  getStarted: ['pricing', 'offerings'],
}

/** The funnel after a doing; the same one when that is not to be done here. After `confirm` comes the dashboard. */
export function funnelReducer(funnel: Funnel, action: FunnelAction): Funnel {
  if (!from[action.type].includes(funnel.screen)) return funnel
  switch (action.type) {
    case 'start':
    case 'tryAgain':
      return { ...initialFunnel, screen: 'test' }
    case 'sendTest':
      return { ...funnel, answers: action.answers, screen: failures(action.answers).length > 0 ? 'failed' : 'success' }
    case 'seePricing':
      return { ...funnel, screen: 'details' }
    case 'detailsSent':
      return { ...funnel, asker: action.asker, screen: 'analyzing', progress: 0 }
    case 'tick':
      return analyzed(funnel, funnel.progress + 1)
    case 'skip':
      return analyzed(funnel, 100)
    case 'seeOfferings':
      return { ...funnel, screen: 'offerings' }
    case 'back':
      return { ...funnel, screen: 'pricing' }
    case 'getStarted':
      return { ...funnel, screen: 'confirm' }
  }
}

const analyzed = (funnel: Funnel, progress: number): Funnel =>
  progress < 100 ? { ...funnel, progress } : { ...funnel, progress: 100, screen: 'pricing' }

/** The parts that are analyzed, in the specification's texts: each from its progress on, up to where the next begins. */
export const analyzingParts: readonly (readonly [from: number, text: string])[] = [
  [0, 'Starting…'],
  [20, 'Analyzing years'],
  [40, 'Analyzing number of years'],
  [60, 'Analyzing your different job roles'],
  [80, 'Analyzing monthly customers'],
]

/** Names the part being analyzed; `progress` is 0 to 100. */
export const analyzing = (progress: number): string => analyzingParts.findLast(([from]) => from <= progress)![1]

/** A funnel as it was kept over a reload; the start when what was kept is none. */
export function restoreFunnel(text: string | null): Funnel {
  try {
    const { data } = state.safeParse(JSON.parse(text ?? ''))
    return data && isConsistent(data) ? data : initialFunnel
  } catch {
    return initialFunnel
  }
}

/** Whether a kept funnel has what its screen speaks of. */
function isConsistent({ screen, answers, asker, progress }: Funnel): boolean {
  switch (screen) {
    case 'start':
    case 'test':
      return true
    case 'failed':
      return !!answers && failures(answers).length > 0
    case 'success':
    case 'details':
      return !!answers && failures(answers).length === 0
    case 'analyzing':
      return !!asker && progress < 100
    case 'pricing':
    case 'offerings':
    case 'confirm':
      return !!asker
  }
}
