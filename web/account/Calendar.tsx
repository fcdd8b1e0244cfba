import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { Copy } from '#web/orders/tabs/Copy.tsx'
import './settings.css'

type Shown = { address?: string | undefined }

/** The secret address at which calendar programs read a person's dates: to make, show, renew and end. */
export function Calendar({ since, isAdmin }: { since?: string | undefined; isAdmin: boolean }) {
  const [busy, setBusy] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const { revalidate } = useRevalidator()

  async function act(name: string, work: () => Promise<Shown & { message: string }>, shows = true) {
    setBusy(name)
    try {
      const { message, address } = await work()
      setShown(shows ? { address } : undefined)
      if (name !== 'show') toast.success(message)
    } catch (error) {
      toastFailure(error)
    }
    await revalidate()
    setBusy(undefined)
  }

  return (
    <section aria-label="Calendar">
      <SectionHeader title="Calendar" />
      <Row
        className="setting"
        margin={since && <Timestamp at={since} />}
        note="Whoever has the address can read these dates, and nothing else. It works without your password."
      >
        <p className="setting-says">
          The launch dates and the ends of proposals of {isAdmin ? 'all open projects' : 'your projects'}, in the
          calendar of your telephone or computer. It follows by itself when a date changes.
        </p>
        {since === undefined ? (
          <Button type="button" pending={busy === 'make'} onClick={() => act('make', () => call('makeCalendar'))}>
            Make an address
          </Button>
        ) : (
          <>
            {shown && <Address {...shown} />}
            <p className="calendar-acts">
              {!shown && (
                <Button type="button" pending={busy === 'show'} onClick={() => act('show', () => call('makeCalendar'))}>
                  Show the address
                </Button>
              )}
              <Button
                type="button"
                kind="line"
                pending={busy === 'renew'}
                onClick={() => act('renew', () => call('renewCalendar'))}
              >
                Make a new one
              </Button>
              <Button
                type="button"
                kind="void"
                pending={busy === 'end'}
                onClick={() => act('end', () => call('removeCalendar'), false)}
              >
                Switch it off
              </Button>
            </p>
            <p className="meta">A new address ends this one: calendars that read it have to be given the new one.</p>
          </>
        )}
      </Row>
    </section>
  )
}

const Address = ({ address }: Shown) =>
  address === undefined ? (
    <p role="alert" className="calendar-address">
      The server’s secret was changed since, so it cannot be shown any more. Calendars that have it go on reading it.
    </p>
  ) : (
    <div className="calendar-address">
      <p>
        <code className="break-anywhere">{address}</code> <Copy label="Address" text={address} />
      </p>
      <a className={buttonClass('line', true)} href={address.replace(/^https?:/, 'webcal:')}>
        Open in your calendar
      </a>
    </div>
  )
