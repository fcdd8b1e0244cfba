import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { reviseLead } from '#domain/lead/revise-lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { check } from '#web/kit/check.ts'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { zoneLabel } from '#web/kit/time.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { fromWallClock, toWallClock } from '#web/kit/zoned.ts'
import { dayAndClock, isLate } from './dates.ts'
import type { LeadList } from './lead-list.ts'
import { rowOf } from './load.ts'
import type { LeadDetails } from './useLeadDetails.ts'
import './LeadForm.css'

/** The fields, as they are written: the next date as the clock on the wall shows it. */
type Written = { note: string; followUpAt: string }

const stateOf = ({ note = '', followUpAt, revision }: LeadRow): ServerState<Written> => ({
  values: { note, followUpAt: followUpAt === undefined ? '' : toWallClock(followUpAt) },
  revision,
})

type LeadFormProps = { lead: LeadRow; list: LeadList; reload(): Promise<LeadDetails>; now: number }

/** What was said with a lead, and when to ask them again. */
export function LeadForm({ lead, list, reload, now }: LeadFormProps) {
  const form = useSyncedForm<Written>({
    serverState: stateOf(lead),
    async send({ note, followUpAt }, { revision, key }) {
      const body = {
        leadId: lead.id,
        ...(note === undefined ? {} : { note }),
        ...(followUpAt === undefined ? {} : { followUpAt: instantOf(followUpAt) }),
      }
      check(reviseLead.input, body)
      const { message, events } = await call('updateLead', { body, revision, key })
      list.applyEvents(events)
      return { message, serverState: stateOf(rowOf((await reload()).lead)) }
    },
    refresh: async () => stateOf(rowOf((await reload()).lead)),
    writerOf: (name) => (name === 'note' ? lead.noteBy : lead.followUpBy),
    show: (value, name) => (name === 'followUpAt' && value ? dayAndClock(fromWallClock(String(value))!) : value),
  })
  return (
    <Form label="Note and next date" className="lead-form" onSubmit={form.submit}>
      <TextArea label="Note" {...form.field('note')} maxLength={2_000} />
      <div className="lead-form-date" data-late={isLate(lead, now) || undefined}>
        <Field
          type="datetime-local"
          label="Next date"
          hint={isLate(lead, now) ? `Late. Times are ${zoneLabel()}.` : `Times are ${zoneLabel()}.`}
          {...form.field('followUpAt')}
        />
      </div>
      <FocusDate />
      <div className="lead-form-acts">
        <Button kind="line" pending={form.pending}>
          Save
        </Button>
        <ConflictNote form={form} />
      </div>
    </Form>
  )
}

/** What is sent for a date as it is written: nothing is planned any more when there is none. */
const instantOf = (written: string): string | null => (written === '' ? null : (fromWallClock(written) ?? written))

/** Puts the focus on the next date, for whoever opened the lead to set it. */
function FocusDate() {
  const [query] = useSearchParams()
  const here = useRef<HTMLSpanElement>(null)
  const wanted = query.get('at') === 'date'
  useEffect(() => {
    if (wanted) here.current?.closest('form')?.querySelector<HTMLElement>('input[type="datetime-local"]')?.focus()
  }, [wanted])
  return <span ref={here} hidden />
}
