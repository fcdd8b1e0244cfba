import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { call } from '#web/api.ts'
import { AsyncButton, buttonClass } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import './settings.css'

type Shown = { since: string; address?: string | undefined }

/** The secret address at which calendar programs read a person's dates: to make, show, renew and end. */
export function Calendar({ since, isAdmin }: { since?: string | undefined; isAdmin: boolean }) {
  const [answered, setAnswered] = useState<Shown>()
  const { revalidate } = useRevalidator()
  // A link that was replaced or turned off elsewhere leads nowhere.
  const shown = answered?.since === since ? answered : undefined

  async function act(work: () => Promise<{ message: string } & Partial<Shown>>, isSaid = true) {
    try {
      const { message, since, address } = await work()
      setAnswered(since === undefined ? undefined : { since, address })
      if (isSaid) toast.success(message)
    } catch (error) {
      toastFailure(error)
    }
    await revalidate()
  }

  return (
    <TitledSection title="Calendar">
      <Row
        className="setting"
        margin={since && <Timestamp at={since} />}
        note={
          isAdmin
            ? 'Anyone with this link can see these dates, the project names and the clients’ names. Keep it private.'
            : 'Anyone with this link can see these dates, the project names and the names on proposals. Keep it private.'
        }
      >
        <p className="setting-says">
          See launch dates and proposal deadlines of {isAdmin ? 'all open projects' : 'your projects'} in your own
          calendar. It updates automatically.
        </p>
        {since === undefined ? (
          <AsyncButton act={() => act(() => call('makeCalendar'))}>Create calendar link</AsyncButton>
        ) : (
          <>
            {shown && <Address address={shown.address} />}
            <p className="calendar-acts row gap-3">
              {!shown && <AsyncButton act={() => act(() => call('makeCalendar'), false)}>Show link</AsyncButton>}
              <AsyncButton kind="line" act={() => act(() => call('renewCalendar'))}>
                Create new link
              </AsyncButton>
              <AsyncButton kind="void" act={() => act(() => call('removeCalendar'))}>
                Turn off
              </AsyncButton>
            </p>
            <p className="meta">A new link replaces this one, so you’ll have to add it to your calendars again.</p>
          </>
        )}
      </Row>
    </TitledSection>
  )
}

const Address = ({ address }: Pick<Shown, 'address'>) =>
  address === undefined ? (
    <p role="alert" className="calendar-address mb-4 wet wet-around-y on-wet-wash">
      This link can’t be shown again. Calendars that have it keep working. To see a link, create a new one.
    </p>
  ) : (
    <div className="calendar-address mb-4 wet wet-around-y on-wet-wash">
      <p>
        <code className="break-anywhere">{address}</code> <Copy label="Calendar link" text={address} />
      </p>
      <a className={buttonClass('line', true)} href={address.replace(/^https?:/, 'webcal:')}>
        Add to my calendar
      </a>
    </div>
  )
