import { z } from 'zod'
import { defineEvent, noData } from '#domain/action.ts'
import { NotAllowed } from '#domain/command.ts'
import { type Account, accountCommand, enteredPassword, onlyExisting, personId } from './account.ts'

/** The request for all data of a person: one’s own unless an admin names someone. */
export const dataRequest = z.object({ password: enteredPassword, personId: personId.optional() })

export const DataDownloaded = defineEvent('DataDownloaded', noData, {
  kind: 'accounts.people',
  sentence: 'Downloaded all personal data',
  apply: (account: Account) => account,
})

/** Records that everything there is of a person was handed out: to themselves, or to an admin. */
export const downloadData = accountCommand('downloadData', z.object({ personId }), {
  success: 'Your download has started.',
  decide(account, { personId }, { by }) {
    if (by.role !== 'admin' && by.id !== personId) throw new NotAllowed('Only admins can download other people’s data')
    onlyExisting(account)
    return [DataDownloaded({})]
  },
})
