import { describe, expect, it } from 'vitest'
import { meera } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { changesOf, type SettingName } from './versions.ts'

const at = '2026-11-16T09:00:00.000Z'
/** The changes made by the last of some events. */
function lastChange(name: SettingName, type: string, ...data: object[]) {
  const events = recorded(
    `${name}-1`,
    data.map((each) => ({ type, data: each, by: meera, at })),
  )
  return changesOf(name, events.at(-1)!, events.at(-2))
}

describe('what an event changed in a setting', () => {
  it('is every field that differs, by its path', () => {
    const contact = { name: 'Nima', phone: '+919845012345', email: 'nima@looms.example' }
    expect(
      lastChange(
        'agency',
        'AgencyRevised',
        { name: 'Looms', contact },
        { name: 'Looms', contact: { ...contact, name: 'Tashi', hours: 'Mornings' }, upi: { id: 'looms@bank' } },
      ),
    ).toEqual([
      { field: 'contact.name', before: 'Nima', after: 'Tashi' },
      { field: 'contact.hours', after: 'Mornings' },
      { field: 'upi.id', after: 'looms@bank' },
    ])
  })
  it('is told of the first one against what every agency begins with', () => {
    expect(lastChange('agency', 'AgencyRevised', { name: 'Looms' })).toEqual([{ field: 'name', after: 'Looms' }])
    const texts = { welcome: { subject: 'Hello' } }
    expect(lastChange('mails', 'MailTextsRevised', { texts })).toEqual([
      { field: 'welcome.subject', before: 'Welcome. Your account is ready.', after: 'Hello' },
    ])
  })
  it('is in rupees and dollars where it is prices', () => {
    const part = { design: 1_00, website: 2_00, crm: 3_00, hosting: 4_00, price: 45_000_00 }
    const changed = { inr: { ...part, price: 46_000_50 }, usd: part }
    expect(lastChange('prices', 'PricesRevised', { inr: part, usd: part }, changed)).toEqual([
      { field: 'inr_price', before: '45000', after: '46000.50' },
    ])
  })
  it('is line by line where it is a list', () => {
    const points = ['One.', 'Two.', 'Three.', 'Four.', 'Five.']
    const [change, ...others] = lastChange('portfolio', 'PortfolioRevised', { works: { 1: { points } } })
    expect(others).toEqual([])
    expect(change).toMatchObject({ field: '1.points', after: 'One.\nTwo.\nThree.\nFour.\nFive.' })
  })
})
