import { expect, it } from 'vitest'
import { exampleNote, worksLead } from './portfolio.ts'

it('says how many projects are on the website', () => {
  expect(worksLead(1)).toBe('1 website, designed and coded for one business.')
  expect(worksLead(6)).toBe('6 websites, each designed and coded for one business.')
})

it('says why a project is not, and what is missing', () =>
  expect(exampleNote(['Client', 'Website', 'Points'])).toBe(
    'This is an example, and not on the website. Still to be replaced: Client, Website and Points.',
  ))
