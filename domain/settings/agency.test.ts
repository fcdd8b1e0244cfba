import { describe, expect, it } from 'vitest'
import { asha, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { type Agency, agencies, publicPart, unsetParts } from './agency.ts'
import { agencyName } from './brand.ts'
import { changeLogo, reviseAgency } from './revise-agency.ts'
import { payeeOf, upiLink } from './upi.ts'

const contact = { name: 'Nima Dorjee', phone: '+919845012345', email: 'nima@looms.example' }
const bank = { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' }
const upi = { id: 'looms@bank', payee: 'Looms & Sons' }
const billing = {
  ...{ legalName: 'Looms & Sons LLP', address: '12, Cubbon Road\nBengaluru 560001' },
  ...{ state: '29', gstin: '29AAGCB7383J1Z4', taxRate: 18, sac: '998314', dueDays: 10 },
  schemes: { invoice: 'LS/{year}/{n}' },
}
const all: Required<Agency> = {
  name: 'Looms & Sons',
  supportEmail: 'help@looms.example',
  instagram: 'https://instagram.example/looms',
  youtube: 'https://youtube.example/looms',
  contact,
  bank,
  upi,
  logo: { filename: 'logo-a.png', icon: 'logo-b.png', width: 400, height: 100 },
  colour: '#1d49a0',
  timeZone: 'Asia/Kolkata',
  billing,
}
/** The fields that an admin may send: a picture is sent by itself. */
const { logo: _, ...words } = all
const revised = (data: Agency) => ({ type: 'AgencyRevised', data }) as const
const earlier = (data: Agency) => ({ ...revised(data), by: meera, at: '2026-11-15T09:00:00.000Z' })
const parts = Object.keys(all) as (keyof Agency)[]
const settable = Object.keys(words) as (keyof typeof words)[]

/** Sends `changes`, and nothing else. */
const when = (before: Agency | undefined, changes: object, by = meera) =>
  given(agencies, ...(before ? [earlier(before)] : [])).when(reviseAgency, changes as never, by)

describe('revising the agency', () => {
  it('sets everything at once', () => when(undefined, words).then(revised(words)))
  it.each(settable)('sets %s alone, and leaves the rest', (part) => {
    const { [part]: set, ...rest } = all
    when(undefined, { [part]: set }).then(revised({ [part]: set }))
    when(rest, { [part]: set }).then(revised(all))
  })
  it.each(parts)('removes %s', (part) => {
    const { [part]: _, ...rest } = all
    when(all, { [part]: null }).then(revised(rest))
  })
  it('leaves out of a part what its writer leaves out', () => {
    const known = { ...contact, does: 'Your designer', hours: 'Monday to Friday' }
    when({ contact: known }, { contact }).then(revised({ contact }))
    when({ contact }, { contact: known }).then(revised({ contact: known }))
  })
  it('does nothing when nothing is different', () => {
    when(all, {}).then()
    when(all, words).then()
    when(all, { upi: { payee: upi.payee, id: ` ${upi.id} ` } }).then()
    when(undefined, { bank: null }).then()
  })
  it('takes numbers as people group them', () =>
    when(undefined, { bank: { ...bank, accountNumber: ' 1234 5678-9012 ', ifsc: 'abcd 0123456' } }).then(
      revised({ bank }),
    ))
  it('is not for clients', () => when(undefined, words, asha).thenRefused('Sorry Not Allowed'))
  it('takes a colour in capitals', () => when(undefined, { colour: ' #1D49A0 ' }).then(revised({ colour: '#1d49a0' })))
  it('pays the agency by its name when no other payee is set', () => {
    when(undefined, { upi: { id: upi.id } }).then(revised({ upi: { id: upi.id } }))
    expect([payeeOf({ name: 'Looms', upi: { id: upi.id } }), payeeOf(all)]).toEqual(['Looms', 'Looms & Sons'])
  })

  it.each([
    ...['', ' ', 5, {}, 'a\nb', 'x'.repeat(41)].map((value) => ['name', { name: value }]),
    ...['', 'help', 'help@', 5].map((value) => ['supportEmail', { supportEmail: value }]),
    ...['', 'instagram.example', 'javascript:alert(1)', 'https://'].map((value) => ['instagram', { instagram: value }]),
    ...['', 'ftp://youtube.example'].map((value) => ['youtube', { youtube: value }]),
    ...['name', 'phone', 'email'].map((field) => [`contact.${field}`, { contact: { ...contact, [field]: undefined } }]),
    ...['does', 'hours'].map((field) => [`contact.${field}`, { contact: { ...contact, [field]: '' } }]),
    ...Object.keys(bank).map((field) => [`bank.${field}`, { bank: { ...bank, [field]: '' } }]),
    ...['1234', '1234/5678', '1'.repeat(35)].map((value) => [
      'bank.accountNumber',
      { bank: { ...bank, accountNumber: value } },
    ]),
    ...['ABCD1123456', 'ABC00123456', 'ABCD012345', 'ABCD01234567', 'ABCD0-12_456'].map((value) => [
      'bank.ifsc',
      { bank: { ...bank, ifsc: value } },
    ]),
    ...['looms', '@bank', 'l@bank', 'looms@', 'looms@1bank', 'lo oms@bank', 'looms@bank.example', 5].map((value) => [
      'upi.id',
      { upi: { ...upi, id: value } },
    ]),
    ['upi.payee', { upi: { ...upi, payee: ' ' } }],
    ...['blue', '#12345', '#1d49a0ff', 'rgb(0,0,0)', ''].map((value) => ['colour', { colour: value }]),
    ...['', 'Asia/Atlantis', '+05:30', 'Kolkata', 5].map((value) => ['timeZone', { timeZone: value }]),
    ...['legalName', 'address'].map((field) => [`billing.${field}`, { billing: { ...billing, [field]: ' ' } }]),
    ...['Karnataka', '00', ''].map((state) => ['billing.state', { billing: { ...billing, state } }]),
    ...['29AAGCB7383J1Z5', '29AAGCB7383J1Z', ''].map((gstin) => ['billing.gstin', { billing: { ...billing, gstin } }]),
    ['billing.gstin', { billing: { ...billing, gstin: '27AAPFU0939F1ZV' } }],
    ...[0, 41, 17.5, 'a'].map((taxRate) => ['billing.taxRate', { billing: { ...billing, taxRate } }]),
    ['billing.taxRate', { billing: { ...billing, gstin: undefined } }],
    ['billing.taxRate', { billing: { ...billing, state: undefined } }],
    ['billing.sac', { billing: { ...billing, sac: 'web' } }],
    ...[-1, 91, ''].map((dueDays) => ['billing.dueDays', { billing: { ...billing, dueDays } }]),
    ...['LS', '{n}', '1{n}', 'LS{n}1', 'LS/{month}/{n}', 'LS_{n}', 'LONGHAND/{fy}/{n}', '{year}{n}'].map((invoice) => [
      'billing.schemes.invoice',
      { billing: { ...billing, schemes: { invoice } } },
    ]),
    ['logo', { logo: all.logo }],
    ['contact', { contact: 'Nima' }],
    ['bank', { bank: [] }],
    ['', { shade: 'blue' }],
    ['upi', { upi: { ...upi, amount: '1' } }],
  ] as [string, object][])('does not take a wrong %s: %.60j', (field, changes) => {
    const { error } = reviseAgency.input.safeParse(changes)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })
})

describe('a logo', () => {
  const earlierLogo = { ...all.logo, filename: 'logo-c.png' }
  it('takes the place of the one before, and leaves the rest', () =>
    given(agencies, earlier({ ...words, logo: earlierLogo }))
      .when(changeLogo, all.logo, meera)
      .then(revised(all)))
  it('is not for clients', () => given(agencies).when(changeLogo, all.logo, asha).thenRefused('Sorry Not Allowed'))
})

describe('the agency', () => {
  it('is called Atelier until it has a name', () =>
    expect([agencyName({}), agencyName(all)]).toEqual(['Atelier', 'Looms & Sons']))
  it('shows the public what it is called, and where to write and follow', () => {
    const { name, supportEmail, instagram, youtube, logo, colour, timeZone } = all
    expect(publicPart(all)).toEqual({ name, supportEmail, instagram, youtube, logo, colour, timeZone })
    expect(publicPart({})).toEqual({})
  })
  it('knows what its clients lack', () => {
    expect(unsetParts({})).toEqual(['contact', 'bank', 'UPI'])
    expect(unsetParts({ bank })).toEqual(['contact', 'UPI'])
    expect(unsetParts(all)).toEqual([])
  })
  // spec: 2.92
  it('asks for an amount, to the paisa, and for a reference where they are known', () => {
    const upi = { id: 'looms@bank', payee: 'Looms' }
    expect(upiLink(upi, { amount: 3_250_005, reference: '0412/4 & 5' })).toBe(
      'upi://pay?pa=looms@bank&pn=Looms&cu=INR&am=32500.05&tr=0412%2F4%20%26%205&tn=0412%2F4%20%26%205',
    )
    expect(upiLink(upi, { amount: 1_00, reference: 'a' })).toContain('&am=1.00&')
  })
  it('makes a link of a UPI address that a payment app understands', () =>
    expect(upiLink({ id: 'looms@bank', payee: 'Looms & Sons' })).toBe(
      'upi://pay?pa=looms@bank&pn=Looms%20%26%20Sons&cu=INR',
    ))
})
