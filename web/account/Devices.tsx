import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/Loading.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { isPushSupported, subscribe, unsubscribeHere } from './push.ts'

/** A browser with push notifications; `current` when it is this session's. */
type Device = { id: string; device: string; since: string; current: boolean }

type DeviceRowProps = { device: string; since: string; current: boolean; children: ReactNode }

/** A browser of the person, with what they can do about it. */
export const DeviceRow = ({ device, since, current, children }: DeviceRowProps) => (
  <Row
    as="li"
    className="device lines-py-2 rule-below"
    bodyClass="row items-center justify-between gap-1-4"
    margin={<Timestamp at={since} />}
  >
    <span className="device-name serif-5-125">
      {device} {current && <span className="meta">this device</span>}
    </span>
    {children}
  </Row>
)

/** The devices with push notifications: this one to add, each to end, and a push to test them. */
export function Devices({ devices, userId }: { devices: readonly Device[]; userId: string }) {
  const [busy, setBusy] = useState<string>()
  const { revalidate } = useRevalidator()
  const here = devices.some(({ current }) => current)

  async function act(name: string, work: () => Promise<string>) {
    setBusy(name)
    try {
      toast.success(await work())
    } catch (error) {
      toastFailure(error, (error as Error).message) // what is thrown here has words for the person
    }
    await revalidate()
    setBusy(undefined)
  }
  const end = async ({ id, current }: Device) => {
    const { message } = await call('deleteSubscription', { query: { id } })
    if (current) await unsubscribeHere(userId)
    return message
  }
  const test = async () => (await call('testPush')).message

  return (
    <TitledSection title="Devices with notifications">
      {devices.length === 0 ? (
        <Row>
          <EmptyState message="No devices yet" />
        </Row>
      ) : (
        <ul>
          {devices.map((each) => (
            <DeviceRow key={each.id} {...each}>
              <Button kind="line" small pending={busy === each.id} onClick={() => act(each.id, () => end(each))}>
                Remove<span className="sr"> {each.device}</span>
              </Button>
            </DeviceRow>
          ))}
        </ul>
      )}
      <Row className="setting" bodyClass="row gap-3">
        {!here && isPushSupported() && (
          <Button pending={busy === 'here'} onClick={() => act('here', () => subscribe(userId))}>
            Turn on notifications on this device
          </Button>
        )}
        {devices.length > 0 && (
          <Button kind="line" pending={busy === 'test'} onClick={() => act('test', test)}>
            Send a test notification
          </Button>
        )}
        {!isPushSupported() && (
          <p className="setting-says">
            This browser doesn’t support notifications. On an iPhone or iPad, add this site to the home screen first.
          </p>
        )}
      </Row>
    </TitledSection>
  )
}
