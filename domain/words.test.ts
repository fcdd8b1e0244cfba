import { describe, expect, it } from 'vitest'
import { hasWords, wordsIn } from './words.ts'

describe('a number in a search', () => {
  it.each([
    ['Bengaluru 560 001', '560 001'],
    ['For the year 2026-27', '2026-27'],
    ['For the year 2026 - 27', '2026 - 27'],
    ['At 10.30', '10.30'],
    ['12 (34)', '12 (34)'],
    ['Order 3, 560 001 2', '560001'],
    ['+919845012345', '098450 12345'],
    ['+919845012345', '(0)98450-12345'],
    ['+919845012345', '0091 98450 12345'],
    ['+919000000054', '0054'],
    ['+919000000054', '0000'],
    ['+919000000054', '000000054'],
    ['Raipur 0054', '0054'],
  ])('finds in “%s” the same, however it is written: %s', (text, search) => expect(hasWords([text], search)).toBe(true))

  it.each([
    ['+919845012345', '0000'],
    ['Bengaluru 560 001', '560 002'],
    ['2026 and 27', '2026-27'],
  ])('does not find in “%s” what is not there: %s', (text, search) => expect(hasWords([text], search)).toBe(false))
})

describe('a word in a search', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['Øresund', 'oresund'],
    ['Hauptstraße', 'hauptstrasse'],
    ['KADIKÖY', 'kadıköy'],
    ['Kadıköy', 'kadikoy'],
    ['Đồng Hới', 'dong hoi'],
    ['Encyclopædia', 'encyclopaedia'],
    ['Hors d’œuvre', 'hors doeuvre'],
    ['Lodz', 'Łódź'],
    ['O’Neill', 'oneill'],
    ["O'Neill", 'O’Neill'],
    ['ONeill', "o'neill"],
    ['O’Neill', 'neill'],
    ["D'Souza & Co.", 'dsouza'],
    ['Dʼsouza', "d'souza"],
    ["said 'kim' twice", 'kim'],
    ['Price: 4,50,000', '450000'],
    ['Price: 450000', '₹4,50,000'],
    ['1,234,567.89', '1234567'],
    ['Rooms 12,15', '15'],
    ['Rooms 210,300,400', '300'],
    ['Rooms 210,300,400', '300,400'],
    ['O’Neill’s shop', 'neill’s'],
    ['O´Neill', 'oneill'],
    ['O`Neill', 'O’Neill'],
    ['qu’aujourd’hui', 'aujourd’hui'],
    ['Nov 12, 2026', '12,2026'],
    ['Flat 4, 12th cross', '4,12th'],
    ['12,34,56,789', '3456789'],
    ['我们在上海做手工织物', '上海'],
    ['東京のテキスタイル工房', 'テキスタイル'],
    ['ร้านผ้าไหมเชียงใหม่', 'เชียงใหม่'],
    ['我们卖茶和咖啡', '茶'],
    ['我们用Shopify开店', 'shopify'],
    ['我们在2号楼', '2号'],
  ])('finds in “%s” the same, however it is written: %s', (text, search) => expect(hasWords([text], search)).toBe(true))

  it('is found in no time, whatever marks a text piles up', () => {
    const marks = `a${'\u0301\u0323'.repeat(50_000)}`
    const before = performance.now()
    expect(hasWords([`${marks} kim`], 'kim')).toBe(true)
    expect(performance.now() - before).toBeLessThan(500)
  })

  it('is found in no time, however many apostrophes a word has', () => {
    const before = performance.now()
    expect(hasWords([`${"a'".repeat(100_000)}kim`], 'kim')).toBe(true)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

it('a short number adds few words to those that a text is found by', () => {
  expect(wordsIn(['560 001'])).toEqual(['560', '001', '560001', '60001', '0001'])
  expect(wordsIn(['₹45,000 on 12/11/2026'])).toEqual(['45000', '45', '000', 'on', '12', '11', '2026'])
})
