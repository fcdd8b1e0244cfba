import { describe, expect, it } from 'vitest'
import { isPage } from './pages.ts'

describe('a path with a page', () => {
  it.each([
    '/',
    '/login',
    '/login/',
    '/history',
    '/settings',
    '/forgot-password',
    '/invitation/a.b',
    '/set-up/x',
    '/order-detail/x1',
    '/people',
    '/people/x1',
    '/work/1',
    '/work/6/',
    '/view-as/x1/order-detail/y2',
  ])('%s has one', (path) => expect(isPage(path)).toBe(true))
  it.each([
    '',
    '/nowhere',
    '/work/0',
    '/work/7',
    '/work/1/x',
    '/work/01',
    '/order-detail',
    '/order-detail/',
    '/order-detail/x1/y',
    '/login/x',
    '/x/login',
    '/login\n',
  ])('%j has none', (path) => expect(isPage(path)).toBe(false))
})
