import { useEffect, useEffectEvent, useRef } from 'react'
import { reviseLead } from '#domain/lead/revise-lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { zoneLabel } from '#web/kit/time.ts'
import { loadAgain } from '#web/kit/useChange.ts'
import { check } from '#web/kit/useMutation.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { fromWallClock, toWallClock } from '#web/kit/zoned.ts'
import { useLeadsAddress } from './address.ts'
import { dayAndClock, isLate } from './dates.ts'
import type { LoadedLead } from './LeadDetails.tsx'
import type { LeadList } from './lead-list.ts'
import { rowOf } from './load.ts'

/** The fields, as they are written: the next date as the clock on the wall shows it. */
type Written = { note: string; followUpAt: string; lossReason: string }

const stateOf = ({ note = '', followUpAt, lossReason = '', revision }: LeadRow): ServerState<Written> => ({
  values: { note, followUpAt: followUpAt === undefined ? '' : toWallClock(followUpAt), lossReason },
  revision,
})

type LeadFormProps = { lead: LeadRow; list: LeadList; reload(): Promise<LoadedLead>; now: number }

/** Where the lead says who wrote a field. */
const writers = { note: 'noteBy', followUpAt: 'followUpBy', lossReason: 'lossReasonBy' } as const

/** The form of a lead’s note, when to ask them again, and why a lost one was lost. */
export function LeadForm({ lead, list, reload, now }: LeadFormProps) {
  const form = useSyncedForm<Written>({
    storedAs: `lead:${lead.id}`,
    serverState: stateOf(lead),
    async send(changes, how, values) {
      const { followUpAt, ...words } = changes
      const body = {
        leadId: lead.id,
        ...words,
        ...(followUpAt === undefined ? {} : { followUpAt: instantOf(followUpAt) }),
      }
      await check(reviseLead.input, body)
      const { message, revision, events } = await call('updateLead', { body, ...how })
      list.applyEvents(events)
      await loadAgain(reload)
      return { message, serverState: { values: { ...values, ...changes }, revision } }
    },
    refresh: async () => stateOf(rowOf((await reload()).lead)),
    writerOf: (name) => lead[writers[name]],
    isShown: (name) => name !== 'lossReason' || lead.stage === 'lost',
    show: (value, name) => (name === 'followUpAt' && value ? dayAndClock(fromWallClock(String(value))!) : value),
  })
  return (
    <Form label="Lead notes" className="lead-form grid gap-3 pt-4" onSubmit={form.submit}>
      {lead.stage === 'lost' && (
        <Field label="Reason lost" maxLength={200} hint="Optional" {...form.field('lossReason')} />
      )}
      <TextArea label="Note" {...form.field('note')} maxLength={2_000} />
      <div className="lead-form-date" data-late={isLate(lead, now) || undefined}>
        <Field
          type="datetime-local"
          label="Follow-up date"
          hint={isLate(lead, now) ? `Overdue. Times are in ${zoneLabel()}.` : `Times are in ${zoneLabel()}.`}
          {...form.field('followUpAt')}
        />
      </div>
      <FocusDate />
      <div className="grid gap-2" data-unsaved={(form.unsaved && !form.pending) || undefined}>
        <Button kind="line" pending={form.pending}>
          Save lead
        </Button>
        <ConflictNote form={form} />
      </div>
    </Form>
  )
}

/** Returns the instant to send for a date as it is written: nothing is planned any more when there is none. */
const instantOf = (written: string): string | null => (written === '' ? null : (fromWallClock(written) ?? written))

/** Puts the focus on the next date, for an admin who opened the lead to set it. */
function FocusDate() {
  const address = useLeadsAddress()
  const here = useRef<HTMLSpanElement>(null)
  const reached = useEffectEvent(() => address.go({ at: null }))
  useEffect(() => {
    if (!address.isAtDate) return
    here.current?.closest('form')?.querySelector<HTMLElement>('input[type="datetime-local"]')?.focus()
    reached() // so that it can be wanted again
  }, [address.isAtDate])
  return <span ref={here} hidden />
}
