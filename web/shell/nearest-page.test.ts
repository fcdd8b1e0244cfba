import { describe, expect, it } from 'vitest'
import { nearestPage } from './nearest-page.ts'

describe('the page that was probably meant', () => {
  it.each([
    ['/wrok/1', '/work/1'],
    ['/work/11', '/work/1'],
    ['/Login/', '/login'],
    ['/regsiter', '/register'],
    ['/terms-and-condition', '/terms-and-conditions'],
    ['/terms', '/terms-and-conditions'],
    ['/pricng', '/#test-container'],
    ['/portfolio', '/#work'],
    ['/setting', '/settings'],
    ['/setings', '/settings'],
  ])('by %s is %s', (path, page) => expect(nearestPage(path)?.path).toBe(page))
  it('is called what it is, not by its address', () => {
    expect(nearestPage('/pricing')?.name).toBe('the fit test and prices')
    for (const path of ['/home', '/work', '/account', '/wrok/3', '/dashbord'])
      expect(nearestPage(path)?.name).not.toContain('/')
  })

  it.each(['/wrok/1', '/portfolio'])('by %s is none of a portfolio that is not published', (path) => {
    expect(nearestPage(path, [])).toBeUndefined()
    expect(nearestPage(path, [1])).toBeDefined()
  })

  it.each(['/', '/me', '/wp-admin.php', '/work/1/more', '/no-such-page'])('by %s is none', (path) =>
    expect(nearestPage(path)).toBeUndefined(),
  )
})
