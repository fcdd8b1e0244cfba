import { useCallback } from 'react'
import { accountStreams } from '#domain/account/account.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { counted, digits } from '#domain/count.ts'
import { streamOf, type WireEvent } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import type { OtherSubmission } from '#domain/lead/lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { call } from '#web/api.ts'
import { day } from '#web/kit/time.ts'
import { followEvents } from '#web/live/socket.ts'
import { useFollowed } from '#web/live/useFollowed.ts'

/**
 * Shows a lead’s own details: their contact, and the four figures. A stranger typed it, so it is text; a number and an
 * address of the right form may be called and written to.
 */
export function LeadDetails({ lead }: { lead: LeadRow }) {
  const { name, phone, email, submissions, firstAt, others } = lead
  const [mailbox, host] = email.split('@')
  return (
    <>
      <dl className="lead-reach">
        <Detail title="Name">
          <bdi>{name}</bdi>
        </Detail>
        <Detail title="Phone">
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{spaced(phone)}</a>
        </Detail>
        <Detail title="Email">
          <a href={`mailto:${encodeURIComponent(email)}`}>
            {mailbox}
            <wbr />@{host}
          </a>
        </Detail>
        {submissions > 1 && (
          <Detail title="Requests">
            {submissions}, first on {day(firstAt)}
          </Detail>
        )}
        {others.map(({ name, phone, at, ...figures }) => (
          <Detail key={at} title={`Other request, ${day(at)}`}>
            by <bdi>{name}</bdi>, {spaced(phone)}
            {saidOf(figures)}. Email address not confirmed.
          </Detail>
        ))}
      </dl>
      <dl className="lead-figures grid ink-below">
        <Figure title="Years in business" value={lead.years} />
        <Figure title="Employees" value={lead.employees} />
        <Figure title="Different job roles" value={lead.roles} />
        <Figure title="Customers per month" value={lead.customers} />
      </dl>
    </>
  )
}

/** The figures of another submission, on one line. */
const saidOf = (figures: Omit<OtherSubmission, 'name' | 'phone' | 'at'>): string =>
  (
    [
      ['years', 'year'],
      ['employees', 'employee'],
      ['roles', 'job role'],
      ['customers', 'customer'],
    ] as const
  )
    .filter(([name]) => figures[name] !== undefined)
    .map(([name, one]) => `, ${counted(figures[name]!, one)}`)
    .join('')

const Detail = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="grid items-baseline gap-0-2 py-2 text-3 rule-below">
    <dt className="small">{title}</dt>
    <dd className="break-anywhere">{children}</dd>
  </div>
)

const Figure = ({ title, value }: { title: string; value: number | undefined }) => (
  <div className="flex py-2">
    <dt className="small">{title}</dt>
    <dd className="serif leading-11 break-anywhere">
      {value === undefined ? <span className="sr">not given</span> : digits(value)}
    </dd>
  </div>
)

/** An Indian number as people write it, `+91 90000 00021`; others as they are kept. */
export const spaced = (phone: string): string => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')

export type LoadedLead = AnswerOf<Contract['getLead']>

/** A lead with its client, its invitation and who may be the same person, followed live. `reload` throws `HttpError`. */
export function useLeadDetails(id: string) {
  const load = useCallback((): Promise<LoadedLead> => call('getLead', { query: { id } }), [id])
  const follow = useCallback(
    (again: () => void) => {
      const streams = new Set([streamOf(leads, id), streamOf(accountStreams, id)])
      // Another lead that comes or goes may be the same person.
      const concerns = ({ stream, type }: WireEvent) => streams.has(stream) || /^Lead(Submitted|Erased)$/.test(type)
      return followEvents((event) => concerns(event) && again(), again)
    },
    [id],
  )
  const { answer: details, error, reload, again } = useFollowed(load, follow)
  return { details, error, reload, load: again }
}
