import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { activitySentence } from '#domain/history/activity.ts'
import { asha, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type LeadEvent, leads } from './actions.ts'
import { type Details, details, type Stage, stages } from './lead.ts'
import { convertLead, moveLead } from './move-lead.ts'
import { reviseLead } from './revise-lead.ts'
import { afterAllDates, beforeAllDates, isFoundBy, leadKeys, mailboxOf } from './row.ts'
import { submitDetails } from './submit-details.ts'

const at = '2026-11-16T09:00:00.000Z'
const nima: Details = {
  name: 'Nima Lepcha',
  email: 'nima@teaestate.example',
  phone: '+919000000054',
  source: 'customer-filter',
  years: 12,
  employees: 0,
  answers: { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' },
}
const visitor = { id: 'nima', name: nima.name, role: 'client' } as const
type LeadSample = Sample<LeadEvent>
const submitted: LeadSample = { type: 'LeadSubmitted', data: nima, by: visitor, at }
const moved = (stage: Stage): LeadSample => ({ type: 'LeadMoved', data: { stage }, by: meera, at })
const converted = (clientId?: string): LeadSample => {
  return { type: 'LeadConverted', data: clientId === undefined ? {} : { clientId }, by: meera, at }
}
const bare = ({ type, data }: LeadSample) => ({ type, data }) as LeadEvent
const lead = (...events: LeadSample[]) => fold(leads, recorded('lead-nima', events))

it('a move that is taken back gives back why and since when the lead was lost', () => {
  const lost = { ...moved('lost'), at: '2026-11-17T09:00:00.000Z' }
  const explained: LeadSample = { type: 'LossExplained', data: { reason: 'Too dear.' }, by: meera, at }
  const samples = [submitted, lost, explained, moved('contacted')]
  const back: LeadEvent = { type: 'LeadMoved', data: { stage: 'lost', back: true } }
  given(leads, ...samples)
    .when(moveLead, { leadId: 'nima', stage: 'lost', back: true }, meera)
    .then(back)
  const { before: _, ...was } = lead(submitted, lost, explained)
  const { before: stage, ...restored } = lead(...samples, { ...back, by: meera, at } as LeadSample)
  expect([restored, stage]).toEqual([was, undefined])
})

describe('submitting details', () => {
  const later = '2026-11-18T09:00:00.000Z'
  const submit = (events: LeadSample[], input: Details, at?: string) =>
    given(leads, ...events).when(submitDetails, input, visitor, at)

  it('makes a lead', () => {
    submit([], nima).then(bare(submitted))
    expect(lead(submitted)).toEqual({
      ...nima,
      stage: 'new',
      stageAt: at,
      submissions: 1,
      firstAt: at,
      submittedAt: at,
      others: [],
    })
  })
  it('does nothing when it is repeated within a day', () =>
    submit([submitted], nima, '2026-11-17T08:59:59.000Z').then())
  it('is an event again when it comes again later', () => submit([submitted], nima, later).then(bare(submitted)))
  it.each<Partial<Details>>([
    { name: 'Nima L.' },
    { phone: '+919000000055' },
    { years: 13 },
    { answers: { ...nima.answers!, 1: 'no' } },
  ])('is an event of the same lead when it says something new: %j', (news) =>
    submit([submitted], { ...nima, ...news }).then({ type: 'LeadSubmitted', data: { ...nima, ...news } }),
  )
  it('keeps what was said before and is not said again', () => {
    const { name, email, phone, source } = nima
    const again = { ...submitted, data: { name, email, phone, source, years: 13 }, at: later }
    expect(lead(submitted, again)).toEqual({
      ...nima,
      years: 13,
      stage: 'new',
      stageAt: at,
      others: [],
      submissions: 2,
      firstAt: at,
      submittedAt: later,
    })
    submit([submitted], { name, email, phone, source }).then()
  })
  it('makes a lost lead a new one without the follow-up of before that is over, and with one that is ahead', () => {
    const lost = [submitted, scheduled(monday), moved('lost')]
    const since = lead(...lost, { ...submitted, at: '2026-11-30T05:00:00.000Z' })
    expect(since).not.toHaveProperty('followUpAt')
    expect(since).not.toHaveProperty('followUpBy')
    expect(lead(...lost, submitted)).toMatchObject({ stage: 'new', followUpAt: monday, followUpBy: meera.name })
    expect(lead(submitted, scheduled(monday), submitted)).toMatchObject({ followUpAt: monday, followUpBy: meera.name })
  })
  it('makes a lost lead a new one, also within the day, and leaves the other stages', () => {
    submit([submitted, moved('lost')], nima).then(bare(submitted))
    const stageAfter = (stage: Stage) => lead(submitted, moved(stage), submitted).stage
    expect(stages.map(stageAfter)).toEqual(['new', 'contacted', 'won', 'new'])
  })

  // spec: 5.4
  it.each([
    ['name', ' ', 'Please enter your name'],
    ['email', 'nima@', 'Please enter an email address'],
    ['phone', '', 'Please enter your phone number'],
    ['source', 'newsletter', 'The source is missing or invalid'],
    ['source', undefined, 'The source is missing or invalid'],
    ['years', -1, 'Please enter 0 or more'],
    ['employees', '12', 'Please enter a number'],
    ['roles', 1e10, 'Please enter a smaller number'],
    ['customers', null, 'Please enter a number'],
    ['answers', {}, 'Please answer yes or no'],
    ['answers', { ...nima.answers, 6: 'yes' }, expect.any(String)],
  ])('needs a fitting %s, not %j', (field, value, message) =>
    expect(details.safeParse({ ...nima, [field]: value }).error?.issues[0]).toMatchObject({
      path: expect.arrayContaining([field]),
      message,
    }),
  )
  it('brings an address into one shape', () =>
    expect(details.parse({ ...nima, email: ' Nima@TeaEstate.example ' }).email).toBe(nima.email))
})

describe('what is sent with the address of a lead under another name or number', () => {
  const named = (name: string): LeadSample => ({ ...submitted, data: { ...nima, name } }) as LeadSample
  const later = '2026-11-18T09:00:00.000Z'
  const stranger = { ...nima, name: 'Call Me Instead', phone: '+919000000666', employees: 40, years: 1 }
  it('replaces nothing of it, and is kept beside it', () => {
    const { name, phone, years, employees } = stranger
    expect(lead(submitted, { ...submitted, data: stranger, at: later })).toEqual({
      ...lead(submitted),
      submissions: 2,
      submittedAt: later,
      others: [{ name, phone, years, employees, at: later }],
    })
  })
  it('is a repetition within a day as well', () => {
    const sent: LeadSample = { ...submitted, data: stranger, at: later }
    const { years: _, ...less } = stranger
    const submit = (input: Details) =>
      given(leads, submitted, sent).when(submitDetails, input, visitor, '2026-11-18T10:00:00.000Z')
    submit(stranger).then()
    submit(less).then()
    submit({ ...stranger, employees: 41 }).then({ type: 'LeadSubmitted', data: { ...stranger, employees: 41 } })
  })
  it('is kept, the latest five, and each once', () => {
    const names = ['A', 'B', 'B', 'C', 'D', 'E', 'F', 'G']
    expect(lead(...names.map(named)).others.map(({ name }) => name)).toEqual(['C', 'D', 'E', 'F', 'G'])
  })
})

describe('moving a lead', () => {
  const move = (events: LeadSample[], stage: Stage, by = meera) =>
    given(leads, ...events).when(moveLead, { leadId: 'nima', stage }, by)
  it('notes the stage, any after any', () => {
    move([submitted], 'contacted').then(bare(moved('contacted')))
    move([submitted, moved('won')], 'new').then(bare(moved('new')))
  })
  it('remembers who moved it, and when', () =>
    expect(lead(submitted, { ...moved('lost'), at: '2026-11-20T09:00:00.000Z' })).toMatchObject({
      stage: 'lost',
      stageAt: '2026-11-20T09:00:00.000Z',
      stageBy: meera.name,
    }))
  it('does nothing when it stands there', () => move([submitted], 'new').then())
  it('needs a lead', () => move([], 'contacted').thenRefused('Not found'))
  it('is not for clients', () => move([submitted], 'won', asha).thenRefused('Sorry Not Allowed'))
})

const noted = (note: string): LeadSample => ({ type: 'LeadNoted', data: { note }, by: meera, at })
const scheduled = (on: string | null): LeadSample => ({ type: 'FollowUpScheduled', data: { at: on }, by: meera, at })
const explained = (reason: string): LeadSample => ({ type: 'LossExplained', data: { reason }, by: meera, at })
const monday = '2026-11-23T05:30:00.000Z'

describe('revising a lead', () => {
  const revise = (
    events: LeadSample[],
    input: { note?: unknown; followUpAt?: unknown; lossReason?: unknown },
    by = meera,
  ) => given(leads, ...events).when(reviseLead, { leadId: 'nima', ...input }, by)

  it('notes what was said, and when to ask again, each by itself', () => {
    revise([submitted], { note: 'Ring before noon.' }).then(bare(noted('Ring before noon.')))
    revise([submitted], { note: 'Ring\tbefore\nnoon.' }).then(bare(noted('Ring\tbefore\nnoon.')))
    revise([submitted], { followUpAt: monday }).then(bare(scheduled(monday)))
    revise([submitted], { note: 'Ring.', followUpAt: monday }).then(bare(noted('Ring.')), bare(scheduled(monday)))
  })
  it('takes both away again', () => {
    const [after] = [lead(submitted, noted('Ring.'), scheduled(monday), noted(''), scheduled(null))]
    expect([after.note, after.followUpAt]).toEqual([undefined, undefined])
    revise([submitted, noted('Ring.')], { note: '  ' }).then(bare(noted('')))
    revise([submitted, scheduled(monday)], { followUpAt: null }).then(bare(scheduled(null)))
  })
  it('remembers who wrote what', () =>
    expect(lead(submitted, noted('Ring.'), scheduled(monday))).toMatchObject({
      note: 'Ring.',
      noteBy: meera.name,
      followUpAt: monday,
      followUpBy: meera.name,
    }))
  it('does nothing when it stands so already', () => {
    revise([submitted, noted('Ring.'), scheduled(monday)], { note: ' Ring. ', followUpAt: monday }).then()
    revise([submitted], { note: '', followUpAt: null }).then()
    revise([submitted], {}).then()
  })
  it('notes why it was lost, of a lost one, for as long as it is', () => {
    const lost = [submitted, moved('lost')]
    revise(lost, { lossReason: ' Too dear. ' }).then(bare(explained('Too dear.')))
    revise([...lost, explained('Too dear.')], { lossReason: 'Too dear.' }).then()
    revise([...lost, explained('Too dear.')], { lossReason: '' }).then(bare(explained('')))
    revise([submitted], { lossReason: 'Too dear.' }).thenRefused('Only a lost lead can have a loss reason')
    revise([submitted], { lossReason: '' }).then()
    expect(lead(...lost, explained('Too dear.'))).toMatchObject({ lossReason: 'Too dear.', lossReasonBy: meera.name })
    for (const after of [moved('contacted'), { ...submitted, at: monday }, converted(), explained('')]) {
      expect(lead(...lost, explained('Too dear.'), after).lossReason).toBeUndefined()
    }
    expect(lead(...lost, explained('Too dear.'), noted('Ring.')).lossReason).toBe('Too dear.')
  })
  it('takes several lines, and no more than a note holds', () => {
    revise([submitted], { note: 'One.\n\nTwo.' }).then(bare(noted('One.\n\nTwo.')))
    const error = (input: object) => [
      ...new Set(reviseLead.input.safeParse({ leadId: 'nima', ...input }).error?.issues.map(({ path }) => path[0])),
    ]
    expect(error({ note: 'x'.repeat(2_001) })).toEqual(['note'])
    expect(error({ note: 'x\u202ey' })).toEqual(['note'])
    for (const followUpAt of ['tomorrow', '2026-13-01T00:00:00.000Z', '2026-11-23', '9000-01-01T00:00:00.000Z'])
      expect(error({ followUpAt })).toEqual(['followUpAt'])
  })
  it('needs a lead', () => revise([], { note: 'x' }).thenRefused('Not found'))
  it('is not for clients', () => revise([submitted], { note: 'x' }, asha).thenRefused('Sorry Not Allowed'))
})

describe('the place of a lead in the lists', () => {
  const keysOf = (...events: LeadSample[]) => leadKeys({ ...lead(...events), id: 'nima', revision: 0 })
  const later = '2026-11-20T09:00:00.000Z'

  it('is in its column by the date that matters there', () => {
    expect(keysOf(submitted).columnDate).toBe(at)
    expect(keysOf(submitted, moved('contacted')).columnDate).toBe(beforeAllDates)
    expect(keysOf(submitted, moved('contacted'), scheduled(monday)).columnDate).toBe(monday)
    expect(keysOf(submitted, { ...moved('won'), at: later }).columnDate).toBe(later)
    expect(keysOf(submitted, { ...moved('lost'), at: later }).columnDate).toBe(later)
  })
  it('is due when its next date comes, as long as something may come of it', () => {
    expect(keysOf(submitted).dueAt).toBe(afterAllDates)
    expect(keysOf(submitted, scheduled(monday)).dueAt).toBe(monday)
    expect(keysOf(submitted, scheduled(monday), moved('lost')).dueAt).toBe(afterAllDates)
  })
  it.each(['nima', 'LEPCHA', 'teaestate.ex', '90000 00054', '+91 90000', '0 90000-00054', '0054', 'lep nim'])(
    'is found by %s',
    (text) => expect(isFoundBy(lead(submitted), text)).toBe(true),
  )
  it.each(['nimo', '12345', 'epcha', 'nima tea wangdi', '0053', '?'])('is not found by %s', (text) =>
    expect(isFoundBy(lead(submitted), text)).toBe(false),
  )
  it.each([
    ['Nima+prices@TeaEstate.example', 'nima@teaestate.example'],
    ['n.im.a@googlemail.com', 'nima@gmail.com'],
    ['n.ima@teaestate.example', 'n.ima@teaestate.example'],
    ['+nima@teaestate.example', '+nima@teaestate.example'],
  ])('has the mailbox of %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
})

describe('converting a lead', () => {
  const convert = (events: LeadSample[], clientId?: string, by = meera) =>
    given(leads, ...events).when(convertLead, { leadId: 'nima', clientId }, by)
  it('wins it, and notes the client when there is one', () => {
    convert([submitted]).then(bare(converted()))
    convert([submitted], 'nima').then(bare(converted('nima')))
    expect(lead(submitted, converted('nima'))).toMatchObject({ stage: 'won', clientId: 'nima' })
  })
  it('notes the client later, when they have registered since', () =>
    convert([submitted, converted()], 'nima').then(bare(converted('nima'))))
  it('does nothing the second time', () => {
    convert([submitted, converted('nima')], 'nima').then()
    convert([submitted, converted('nima')]).then()
    convert([submitted, moved('won')]).then()
  })
  it('says that they became a client once they have an account', () =>
    expect(recorded('lead-nima', [converted(), converted('nima')]).map(activitySentence)).toEqual([
      'Marked as won',
      'Became a client',
    ]))
  it('wins again what was moved away from', () =>
    convert([submitted, converted('nima'), moved('lost')], 'nima').then(bare(converted('nima'))))
  it('needs a lead', () => convert([], 'nima').thenRefused('Not found'))
  it('is not for clients', () => convert([submitted], 'nima', asha).thenRefused('Sorry Not Allowed'))
})
