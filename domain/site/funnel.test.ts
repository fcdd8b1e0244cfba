import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzing, type Funnel, type FunnelAction, funnelReducer, initialFunnel, restoreFunnel } from './funnel.ts'

const passing = { 1: 'no', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' } as const
const failing = { ...passing, 4: 'no' } as const
const asker = { name: 'Nima Lepcha', email: 'nima@teaestate.example', phone: '98450 12345' }
const walk = (...doings: FunnelAction[]) => doings.reduce(funnelReducer, initialFunnel)
const passes: FunnelAction[] = [{ type: 'start' }, { type: 'sendTest', answers: passing }]
const asks: FunnelAction[] = [...passes, { type: 'seePricing' }, { type: 'detailsSent', asker }]
const sees: FunnelAction[] = [...asks, { type: 'skip' }]

describe('the funnel', () => {
  // spec: 1.8, 4.1, 4.2, 4.5
  it('leads from the test to the prices and to an account', () => {
    const screens = [...sees, { type: 'seeOfferings' }, { type: 'back' }, { type: 'getStarted' }].map(
      (_, at, all) => walk(...(all.slice(0, at + 1) as FunnelAction[])).screen,
    )
    expect(screens).toEqual(['test', 'success', 'details', 'analyzing', 'pricing', 'offerings', 'pricing', 'confirm'])
    expect(walk(...sees, { type: 'seeOfferings' }, { type: 'getStarted' }).screen).toBe('confirm')
  })
  it('keeps who asked for the register form', () => expect(walk(...sees, { type: 'getStarted' }).asker).toEqual(asker))
  // spec: 2.36, 4.1
  it('stops after failing the test, and begins it again', () => {
    const failed = walk({ type: 'start' }, { type: 'sendTest', answers: failing })
    expect(failed).toEqual({ screen: 'failed', answers: failing, progress: 0 })
    expect(funnelReducer(failed, { type: 'seePricing' })).toBe(failed)
    expect(funnelReducer(failed, { type: 'tryAgain' })).toEqual({ screen: 'test', progress: 0 })
  })
  // spec: 2.39, 4.3, 9.4
  it('takes a hundred ticks to analyze', () => {
    const ticks = (count: number) => walk(...asks, ...Array.from({ length: count }, () => ({ type: 'tick' }) as const))
    expect(ticks(99)).toMatchObject({ screen: 'analyzing', progress: 99 })
    expect(ticks(100)).toMatchObject({ screen: 'pricing', progress: 100 })
    expect(ticks(150)).toEqual(ticks(100))
  })
  it('analyzes from the beginning each time', () =>
    expect(
      funnelReducer({ screen: 'details', answers: passing, progress: 70 }, { type: 'detailsSent', asker }).progress,
    ).toBe(0))

  // spec: 4.4
  it.each([
    [0, 'Starting…'],
    [19, 'Starting…'],
    [20, 'Analyzing years'],
    [39, 'Analyzing years'],
    [40, 'Analyzing number of years'],
    [60, 'Analyzing your different job roles'],
    [79, 'Analyzing your different job roles'],
    [80, 'Analyzing monthly customers'],
    [100, 'Analyzing monthly customers'],
  ])('at %i says: %s', (progress, text) => expect(analyzing(progress)).toBe(text))
})

const doings: fc.Arbitrary<FunnelAction> = fc.oneof(
  fc
    .constantFrom<FunnelAction['type']>(
      'start',
      'tryAgain',
      'seePricing',
      'tick',
      'skip',
      'seeOfferings',
      'back',
      'getStarted',
    )
    .map((type) => ({ type }) as FunnelAction),
  fc.constantFrom(passing, failing).map((answers): FunnelAction => ({ type: 'sendTest', answers })),
  fc.constant<FunnelAction>({ type: 'detailsSent', asker }),
)

describe('whatever a visitor does, a reload', () => {
  it('changes nothing, wherever it happens', () =>
    fc.assert(
      fc.property(fc.array(doings, { maxLength: 60 }), (all) => {
        const funnel = walk(...all)
        expect(restoreFunnel(JSON.stringify(funnel))).toEqual(funnel)
      }),
    ))
  it('shows prices to no one who has not passed and asked', () => {
    let shown = 0
    fc.assert(
      fc.property(fc.array(doings, { minLength: 40, maxLength: 60 }), (all) => {
        const { screen, asker, answers } = walk(...all)
        if (!['pricing', 'offerings', 'confirm'].includes(screen)) return
        shown++
        expect([asker?.name, answers?.[4]]).toEqual(['Nima Lepcha', 'yes'])
      }),
    )
    expect(shown).toBeGreaterThan(0)
  })
  it.each<[string, string | null | object]>([
    ['nothing', null],
    ['no JSON', '{'],
    ['no funnel', '[1]'],
    ['another screen', { screen: 'admin', progress: 0 }],
    ['prices that were not requested', { screen: 'pricing', progress: 100 }],
    ['a failed test that was passed', { screen: 'failed', answers: passing, progress: 0 } satisfies Funnel],
    ['a passed test that was failed', { screen: 'details', answers: failing, progress: 0 } satisfies Funnel],
    ['an analysis that is over', { screen: 'analyzing', asker, progress: 100 } satisfies Funnel],
    ['a progress beyond the end', { screen: 'analyzing', asker, progress: 101 } satisfies Funnel],
  ])('that finds %s begins at the start', (_, found) =>
    expect(restoreFunnel(found === null || typeof found === 'string' ? found : JSON.stringify(found))).toEqual(
      initialFunnel,
    ),
  )
})
