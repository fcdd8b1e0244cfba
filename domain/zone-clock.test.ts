import { describe, expect, it } from 'vitest'
import { minutesAhead, zoneClock } from './zone-clock.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const day = 24 * 60 * 60_000

/** The time on a zone’s clock, as the machine's own tables have it. */
function clockOnTheWall(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (time) => format.format(time).replace(' ', 'T')
}

describe('the clock of a time zone', () => {
  it.each([
    'Asia/Kolkata',
    'UTC',
    'Europe/London',
    'America/St_Johns',
    'Australia/Lord_Howe', // set by half an hour
    'Africa/Casablanca', // set around a month that moves through the year
    'Pacific/Kiritimati',
  ])('shows what the machine’s own tables say: %s', (name) => {
    const clock = zoneClock(name, now)
    const shown = clockOnTheWall(name)
    for (let time = now - 5.9 * 365 * day; time < now + 360 * day; time += 0.76 * day) {
      const at = new Date(time + minutesAhead(clock, time)! * 60_000)
      expect(at.toISOString().slice(0, 16)).toBe(shown(time))
    }
  })

  it('is set at the very minute', () => {
    const london = zoneClock('Europe/London', now)
    expect(minutesAhead(london, Date.parse('2026-10-25T00:59:59.999Z'))).toBe(60)
    expect(minutesAhead(london, Date.parse('2026-10-25T01:00:00.000Z'))).toBe(0)
  })

  it('does not say what it does not know', () => {
    const clock = zoneClock('Europe/London', now)
    expect(minutesAhead(clock, Date.parse('1999-06-01T00:00:00Z'))).toBeUndefined()
    expect(minutesAhead(clock, Date.parse('2040-06-01T00:00:00Z'))).toBeUndefined()
  })

  it('says what the zone is called at the time', () => {
    expect(zoneClock('Asia/Kolkata', now).label).toBe('IST')
    expect(zoneClock('Europe/Paris', now).label).toBe('GMT+1')
    expect(zoneClock('Europe/Paris', now - 120 * day).label).toBe('GMT+2')
  })

  it('says what the zone is called from the very minute at which it is set', () => {
    const turn = Date.parse('2026-03-29T01:00:00Z')
    const labels = [turn - 7 * 60 * 60_000, turn - 1, turn].map((time) => zoneClock('Europe/London', time).label)
    expect(labels).toEqual(['GMT', 'GMT', 'GMT+1'])
  })
})
