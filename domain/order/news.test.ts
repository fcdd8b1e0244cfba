import { expect, it } from 'vitest'
import { completed, opened, read, signed } from '../samples.ts'
import { isNews } from './news.ts'

it.each([opened, signed, completed])('tells the other side of $type', (fact) => expect(isNews(fact)).toBe(true))
it('tells nobody that somebody has read', () => expect(isNews(read)).toBe(false))
