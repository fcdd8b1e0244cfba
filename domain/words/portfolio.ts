import { listed, plural } from '#domain/count.ts'

/** What is said on the website of so many published projects. */
export const worksLead = (count: number): string =>
  plural(
    count,
    '{n} website, designed and coded for one business.',
    '{n} websites, each designed and coded for one business.',
  )

/** Why a project of the portfolio is not on the website: the names of its fields that have an example’s text. */
export const exampleNote = (fields: readonly string[]): string =>
  `This is an example, and not on the website. Still to be replaced: ${listed(fields)}.`
