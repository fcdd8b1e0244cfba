import type { ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { AsyncButton } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/Loading.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { endSession } from '#web/shell/session.ts'
import { isPushSupported, subscribe, unsubscribeHere } from './push.ts'

/** A browser of the person; `current` when it is this session's. */
type Device = AnswerOf<Contract['getSessions' | 'subscriptions']>['data'][number]

type DeviceRowProps = Omit<Device, 'id'> & { children: ReactNode }

/** A browser of the person, with what they can do about it. */
const DeviceRow = ({ device, since, current, children }: DeviceRowProps) => (
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
  const { revalidate } = useRevalidator()
  const here = devices.some(({ current }) => current)

  async function act(work: () => Promise<string>) {
    try {
      toast.success(await work())
    } catch (error) {
      toastFailure(error, (error as Error).message) // what is thrown here has words for the person
    }
    await revalidate()
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
              <AsyncButton kind="line" small act={() => act(() => end(each))}>
                Remove<span className="sr"> {each.device}</span>
              </AsyncButton>
            </DeviceRow>
          ))}
        </ul>
      )}
      <Row className="setting" bodyClass="row gap-3">
        {!here && isPushSupported() && (
          <AsyncButton act={() => act(() => subscribe(userId))}>Turn on notifications on this device</AsyncButton>
        )}
        {devices.length > 0 && (
          <AsyncButton kind="line" act={() => act(test)}>
            Send a test notification
          </AsyncButton>
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

/** Where the person is logged in, each to be ended; and all at once: a telephone was lost, a computer was borrowed. */
export function Sessions({ sessions }: { sessions: readonly Device[] }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function end(ending: () => Promise<{ message: string }>, here: boolean) {
    try {
      const { message } = await (here ? endSession(ending) : ending())
      toast.success(message)
      if (here) {
        await navigate('/login')
        return
      }
    } catch (error) {
      toastFailure(error)
    }
    await revalidate()
  }

  return (
    <TitledSection title="Where you’re logged in">
      <ul>
        {sessions.map(({ id, device, since, current }) => (
          <DeviceRow key={id} device={device} since={since} current={current}>
            <AsyncButton kind="line" small act={() => end(() => call('endSession', { body: { id } }), current)}>
              Log out<span className="sr"> {device}</span>
            </AsyncButton>
          </DeviceRow>
        ))}
      </ul>
      <Row className="setting">
        <p className="setting-says">
          Lost your phone, or used a shared computer? Log out on every device, including this one.
        </p>
        <AsyncButton kind="void" act={() => end(() => call('signOutEverywhere'), true)}>
          Log out everywhere
        </AsyncButton>
      </Row>
    </TitledSection>
  )
}
