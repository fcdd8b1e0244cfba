import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { zoneClock } from '#domain/zone-clock.ts'
import { clock, day, dayAndClock, relative, setZone, shortDay, today, weekday, zoneInWords, zoneLabel } from './time.ts'
import { toWallClock } from './zoned.ts'

const afternoon = '2026-11-16T09:02:30.000Z'
const evening = '2026-11-16T18:45:00.000Z'

describe('a time in the agency’s zone', () => {
  // spec: 2.55, 2.62
  it('is dated dd/mm/yyyy', () => expect(day(afternoon)).toBe('16/11/2026'))
  // spec: 9.14
  it('is dated by the zone, not by UTC', () => expect(day(evening)).toBe('17/11/2026'))
  it('is dated dd/mm in the margin', () => expect(shortDay('2026-01-02T00:00:00Z')).toBe('02/01'))
  it('knows its weekday', () => expect(weekday(evening)).toBe('Tuesday'))
  // spec: 2.55, 9.14
  it('is written small in the margin', () => expect(clock(afternoon)).toBe('2:32 pm'))
  it('is a time of day alone only while it is that day', () => {
    expect(dayAndClock(afternoon, Date.parse('2026-11-16T15:00:00Z'))).toBe('2:32 pm')
    expect(dayAndClock(afternoon, Date.parse(evening))).toBe('16/11, 2:32 pm') // the day after, in the zone
  })
  it('calls midnight 12 am', () => expect(clock(evening)).toBe('12:15 am'))
  it('calls noon 12 pm', () => expect(clock('2026-11-16T06:30:00Z')).toBe('12:00 pm'))
})

describe('a zone that is newer than the browser', () => {
  afterEach(() => setZone(defaultTimeZone))
  it('is UTC on every page, and named so', () => {
    setZone('Asia/Atlantis')
    expect([clock(afternoon), day(evening), today(Date.parse(evening))]).toEqual([
      '9:02 am',
      '16/11/2026',
      '2026-11-16',
    ])
    expect([zoneInWords(), toWallClock(afternoon)]).toEqual(['UTC (UTC)', '2026-11-16T09:02'])
  })
  it('is right as long as its clock, which came with the page, is all that it takes', () => {
    const now = Date.parse(afternoon)
    setZone('Asia/Atlantis', { name: 'Asia/Atlantis', label: 'ATL', ahead: [[0, 60]], until: now + 1 })
    expect([clock(afternoon), zoneInWords()]).toEqual(['10:02 am', 'ATL (Asia/Atlantis)'])
    expect([toWallClock(afternoon), clock(afternoon), zoneInWords()]).toEqual([
      '2026-11-16T09:02',
      '9:02 am',
      'UTC (UTC)',
    ])
  })
})

describe('a page that came with the clock of its zone', () => {
  afterEach(() => setZone(defaultTimeZone))
  const written = (at: string) => [day(at), shortDay(at), weekday(at), clock(at), today(Date.parse(at))].join(' ')
  const instants = ['2026-07-01T00:10:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', '2026-12-31T23:59:00Z']

  it.each(['Europe/London', 'America/St_Johns', 'Asia/Kathmandu'])('writes what one without writes: %s', (zone) => {
    setZone(zone)
    const without = instants.map(written)
    setZone(zone, zoneClock(zone, Date.parse(afternoon)))
    expect(instants.map(written)).toEqual(without)
  })

  it('writes the times of another zone, once the agency has moved there', () => {
    setZone('Europe/Paris', zoneClock('Europe/Paris', Date.parse(afternoon)))
    expect([clock(afternoon), zoneLabel()]).toEqual(['10:02 am', 'GMT+1'])
    setZone('Asia/Kolkata')
    expect([clock(afternoon), zoneLabel()]).toEqual(['2:32 pm', 'IST'])
  })

  it('names the zone anew once its clocks have changed while the page is open', () => {
    vi.useFakeTimers({ now: Date.parse('2026-10-25T00:59:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    setZone('Europe/Paris', zoneClock('Europe/Paris', Date.now()))
    const before = zoneLabel()
    vi.setSystemTime(Date.parse('2026-10-25T01:00:00Z'))
    expect([before, zoneLabel()]).toEqual(['GMT+2', 'GMT+1'])
  })

  it('writes what was long before it', () => {
    setZone('Europe/London', zoneClock('Europe/London', Date.parse(afternoon)))
    expect(clock('1999-06-01T12:00:00Z')).toBe('1:00 pm')
  })
})

describe('a day without a time', () => {
  it('is today’s by the zone, not by UTC', () => expect(today(Date.parse(evening))).toBe('2026-11-17'))
  it('is turned round as it stands', () => expect(dayInWords('2026-11-16')).toBe('16/11/2026'))
})

describe('how long ago', () => {
  const ago = (milliseconds: number) =>
    relative(new Date(Date.parse(evening) - milliseconds).toISOString(), Date.parse(evening))
  const minutes = 60_000
  const days = 24 * 60 * minutes

  it('begins with now', () => expect(ago(59_999)).toBe('now'))
  it('is now for a clock that runs ahead', () => expect(ago(-5000)).toBe('now'))
  it('counts minutes', () => expect(ago(4 * minutes)).toBe('4 min'))
  // spec: 2.62
  it('counts hours', () => expect(ago(119 * minutes)).toBe('1 hr'))
  it('counts one day', () => expect(ago(days)).toBe('1 day'))
  it('counts days', () => expect(ago(2.9 * days)).toBe('2 days'))
  it('counts months', () => expect(ago(61 * days)).toBe('2 months'))
  it('never jumps from one unit to the next', () => {
    expect([60, 61, 730, 731].map((each) => ago(each * days))).toEqual(['60 days', '2 months', '23 months', '2 years'])
  })
  it('counts years', () => expect(ago(800 * days)).toBe('2 years'))
})
