import { describe, expect, it } from 'vitest'
import { fold } from '../event.ts'
import { asha, meera } from '../samples.ts'
import { given, recorded, type Sample } from '../testing.ts'
import { convertLead } from './convert-lead.ts'
import { type Details, details, type LeadEvent, leads, type Stage, stages } from './lead.ts'
import { moveLead } from './move-lead.ts'
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
type Fact = Sample<LeadEvent>
const submitted: Fact = { type: 'LeadSubmitted', data: nima, by: visitor, at }
const moved = (stage: Stage): Fact => ({ type: 'LeadMoved', data: { stage }, by: meera, at })
const converted = (clientId?: string): Fact => {
  return { type: 'LeadConverted', data: clientId === undefined ? {} : { clientId }, by: meera, at }
}
const bare = ({ type, data }: Fact) => ({ type, data }) as LeadEvent
const lead = (...events: Fact[]) => fold(leads, recorded('lead-nima', events))

describe('submitting details', () => {
  const later = '2026-11-18T09:00:00.000Z'
  const submit = (events: Fact[], input: Details, at?: string) =>
    given(leads, ...events).when(submitDetails, input, visitor, at)

  it('makes a lead', () => {
    submit([], nima).then(bare(submitted))
    expect(lead(submitted)).toEqual({ ...nima, stage: 'new', submissions: 1, firstAt: at, submittedAt: at })
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
    const again = { ...submitted, data: { name, email, phone: '+919000000055', source }, at: later }
    expect(lead(submitted, again)).toEqual({
      ...nima,
      phone: '+919000000055',
      stage: 'new',
      submissions: 2,
      firstAt: at,
      submittedAt: later,
    })
    submit([submitted], { name, email, phone, source }).then()
  })
  it('makes a lost lead a new one, also within the day, and leaves the other stages', () => {
    submit([submitted, moved('lost')], nima).then(bare(submitted))
    const stageAfter = (stage: Stage) => lead(submitted, moved(stage), submitted).stage
    expect(stages.map(stageAfter)).toEqual(['new', 'contacted', 'won', 'new'])
  })

  it.each([
    ['name', ' ', 'Please enter your name'],
    ['email', 'nima@', 'Please enter an email address'],
    ['phone', '', 'Please enter your phone number'],
    ['source', 'newsletter', 'Where do these details come from?'],
    ['source', undefined, 'Where do these details come from?'],
    ['years', -1, 'Please enter a number that is not below 0'],
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

describe('moving a lead', () => {
  const move = (events: Fact[], stage: Stage, by = meera) =>
    given(leads, ...events).when(moveLead, { leadId: 'nima', stage }, by)
  it('notes the stage, any after any', () => {
    move([submitted], 'contacted').then(bare(moved('contacted')))
    move([submitted, moved('won')], 'new').then(bare(moved('new')))
  })
  it('does nothing when it stands there', () => move([submitted], 'new').then())
  it('needs a lead', () => move([], 'contacted').thenRefused('There is nothing here by that name'))
  it('is not for clients', () => move([submitted], 'won', asha).thenRefused('Sorry Not Allowed'))
})

describe('converting a lead', () => {
  const convert = (events: Fact[], clientId?: string, by = meera) =>
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
  it('wins again what was moved away from', () =>
    convert([submitted, converted('nima'), moved('lost')], 'nima').then(bare(converted('nima'))))
  it('needs a lead', () => convert([], 'nima').thenRefused('There is nothing here by that name'))
  it('is not for clients', () => convert([submitted], 'nima', asha).thenRefused('Sorry Not Allowed'))
})
