import { z } from 'zod'
import { defineCommand } from '#domain/action.ts'
import { hasChanges, nothingToChange } from '#domain/command.ts'
import { fieldsNamed } from '#domain/contract/schemas.ts'
import { multilineText, singleLineText } from '#domain/order/input.ts'
import { termsKeys } from '#domain/site/content.ts'
import { TermsRevised, type TermsTexts } from './terms.ts'

const prose = multilineText('Please enter some text', 4_000)

const further = z.strictObject({ title: singleLineText('Please enter a title', 120), text: prose })

/** The changes: a text that is left out stays as it is, one that is null is removed. */
const changes = z.strictObject({
  introduction: prose.nullish(),
  notes: z.strictObject(fieldsNamed(termsKeys, prose.nullish())).optional(),
  further: z.array(further, 'This must be a list').max(20, 'You can have up to 20 sections').nullish(),
  closing: prose.nullish(),
})

/** Writes what stands around the terms. */
export const reviseTerms = defineCommand('updateTerms', changes.refine(hasChanges, nothingToChange), {
  summary: 'Update the agency’s own text in the terms; null removes, omitted fields stay unchanged',
  call: 'PUT /api/update-terms',
  logged: { admin: 'changed the terms' },
  scope: 'settings:write',
  roles: ['admin'],
  success: 'Terms updated',
  decide(before: TermsTexts, { introduction, notes = {}, further, closing }) {
    const after = present({
      introduction: introduction === undefined ? before.introduction : introduction,
      notes: present({ ...before.notes, ...notes }),
      further: further === undefined ? before.further : further,
      closing: closing === undefined ? before.closing : closing,
    }) as TermsTexts
    return JSON.stringify(after) === JSON.stringify(present(before)) ? [] : [TermsRevised(after)]
  },
})

/** Returns the present parts of a value, in one order: neither null, nor an empty list or object. */
function present(value: object): object {
  const isThere = (each: unknown) =>
    each !== undefined && each !== null && (typeof each !== 'object' || Object.keys(each).length > 0)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => isThere(each))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
