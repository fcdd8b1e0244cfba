import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { leave } from '#web/shell/belongings.ts'
import { renewSession } from '#web/shell/session.ts'
import { DeviceRow } from './Devices.tsx'

/** A browser in which the person is logged in; `current` when it is this one. */
type OpenSession = { id: string; device: string; since: string; current: boolean }

/** Where the person is logged in, each to be ended; and all at once: a telephone was lost, a computer was borrowed. */
export function Sessions({ sessions }: { sessions: readonly OpenSession[] }) {
  const [busy, setBusy] = useState<string>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function end(name: string, ending: () => Promise<{ message: string }>, here: boolean) {
    setBusy(name)
    try {
      const { message } = await (here ? leave(ending) : ending())
      toast.success(message)
      if (here) {
        await renewSession()
        await navigate('/login')
        return
      }
    } catch (error) {
      toastFailure(error)
    }
    await revalidate()
    setBusy(undefined)
  }

  return (
    <TitledSection title="Where you’re logged in">
      <ul>
        {sessions.map(({ id, device, since, current }) => (
          <DeviceRow key={id} device={device} since={since} current={current}>
            <Button
              kind="line"
              small
              pending={busy === id}
              onClick={() => end(id, () => call('endSession', { body: { id } }), current)}
            >
              Log out<span className="sr"> {device}</span>
            </Button>
          </DeviceRow>
        ))}
      </ul>
      <Row className="setting">
        <p className="setting-says">
          Lost your phone, or used a shared computer? Log out on every device, including this one.
        </p>
        <Button kind="void" pending={busy === 'all'} onClick={() => end('all', () => call('signOutEverywhere'), true)}>
          Log out everywhere
        </Button>
      </Row>
    </TitledSection>
  )
}
