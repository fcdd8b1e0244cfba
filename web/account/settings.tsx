import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router-dom'
import { addressChangeForm } from '#domain/account/address-change.ts'
import { passwordChange } from '#domain/account/change-password.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { renewed } from '#web/shell/belongings.ts'
import { Head } from '#web/shell/Head.tsx'
import { session, useSession, useViewer } from '#web/shell/session.ts'
import { Calendar } from './Calendar.tsx'
import { Devices, Sessions } from './Devices.tsx'
import { NewPassword } from './PersonFields.tsx'
import { Profile } from './Profile.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { YourData } from './YourData.tsx'
import '#web/kit/Choice.css'
import './account.css'
import './settings.css'

export async function loader() {
  const [channels, { data }, factor, sessions, calendar, erasure] = await Promise.all([
    call('notifications'),
    call('subscriptions'),
    call('getSecondFactor'),
    call('getSessions'),
    call('getCalendar'),
    ownErasure(),
  ])
  return { channels, devices: data, factor, sessions: sessions.data, calendar, erasure }
}

/** Loads what is erased with a client; an admin is removed by another one first. */
async function ownErasure() {
  const { user } = await session()
  return user && !user.admin ? (await call('previewErasure')).data[0] : undefined
}

/** The page where people change their own details. */
export function Component() {
  const { channels, devices, factor, sessions, calendar, erasure } = useLoaderData<typeof loader>()
  const { id, role } = useViewer()
  useEffect(lookAgain, [])
  return (
    <Page>
      <Head noindex />
      <PageTitle title="Your settings." next="Profile, password, notifications and data." />
      <Profile />
      <ChangeAddress />
      <ChangePassword />
      <SecondFactor state={factor} />
      <Notifications chosen={channels} />
      <Devices devices={devices} userId={id} />
      <Calendar {...calendar} isAdmin={role === 'admin'} />
      <Sessions sessions={sessions} />
      <YourData erasure={erasure} />
    </Page>
  )
}

/** How far apart the events of one look may be: milliseconds. */
const togetherMs = 50

/** Loads anew whenever the page is looked at again: the link of a mail, or another device, may have changed something. */
function lookAgain() {
  let soon: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(soon) // a tab that comes to the front with its window hears of both
    if (document.visibilityState === 'visible') soon = setTimeout(() => dispatchEvent(new Event(renewed)), togetherMs)
  }
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(soon)
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** The channels of notifications about projects. */
type NotificationChannels = AnswerOf<Contract['notifications']>

const words: Record<keyof NotificationChannels, string> = {
  mail: 'By email: one summary, within a few minutes',
  push: 'On my devices: immediately',
}

/**
 * Ticks that are kept as they are made; one that could not be kept goes back. Only the one that was made is sent: what
 * was chosen on another device stays, and is shown by the answer. A concurrent change of the same tick has the same
 * value.
 */
function Notifications({ chosen }: { chosen: NotificationChannels }) {
  const [channels, setChannels] = useState(chosen)
  const latest = useRef<object>(undefined)
  const confirmed = useRef(chosen)
  // What was chosen on another device, once it is loaded again.
  useEffect(() => {
    confirmed.current = chosen
    setChannels(chosen)
  }, [chosen])

  async function choose(channel: keyof NotificationChannels, tick: boolean) {
    const choice = {}
    latest.current = choice
    setChannels((channels) => ({ ...channels, [channel]: tick }))
    try {
      const { message, mail, push } = await call('chooseNotifications', { body: { [channel]: tick } })
      confirmed.current = { mail, push }
      if (latest.current === choice) setChannels({ mail, push }) // else another tick is on its way already
      toast.success(message)
    } catch (error) {
      setChannels((channels) => ({ ...channels, [channel]: confirmed.current[channel] }))
      toastFailure(error)
    }
  }

  return (
    <TitledSection title="Notifications">
      <Row className="setting" note="Not for your own changes, and not while you have the project open.">
        <fieldset className="channels grid border-0">
          <legend className="setting-says">Notify me about activity in my projects</legend>
          {(['mail', 'push'] as const).map((channel) => (
            <label className="choice" key={channel}>
              <input
                type="checkbox"
                checked={channels[channel]}
                onChange={({ target }) => choose(channel, target.checked)}
              />
              {words[channel]}
            </label>
          ))}
        </fieldset>
      </Row>
    </TitledSection>
  )
}

/** A new password for a person who knows the current one. This session goes on, all others end. */
function ChangePassword() {
  const { id } = useViewer()
  const { revalidate } = useRevalidator()
  const [times, setTimes] = useState(0)
  const { submit, correct, field, pending } = useForm(passwordChange, async (passwords, keyFor) => {
    const { message } = await call('changePassword', { body: passwords, key: keyFor(passwords) })
    toast.success(message)
    setTimes((before) => before + 1)
    await revalidate()
  })
  return (
    <TitledSection title="Password">
      <Row className="setting" note="Changing it logs you out on all other devices.">
        <Form key={`${id} ${times}`} label="Password" onSubmit={submit} onInput={correct}>
          {times > 0 && <FocusFirst />}
          <PasswordField label="Current password" {...field('current')} />
          <NewPassword label="New password" {...field('password')} />
          <div className="account-acts">
            <Button pending={pending}>Change password</Button>
            <p>
              <Link to="/forgot-password">Forgot password?</Link>
            </p>
          </div>
        </Form>
      </Row>
    </TitledSection>
  )
}

/** Another email address: asked for with the password, and changed by a link that is mailed there. */
function ChangeAddress() {
  const { user } = useSession()
  const [sent, setSent] = useState({ to: '', times: 0 })
  const { submit, correct, field, pending } = useForm(addressChangeForm, async (form, keyFor) => {
    const { message } = await call('requestAddressChange', { body: form, key: keyFor(form) })
    toast.success(message)
    setSent(({ times }) => ({ to: form.email, times: times + 1 }))
  })
  if (!user) return null
  return (
    <TitledSection title="Email address">
      <Row
        className="setting"
        note={
          user.proven
            ? `You log in with ${user.email}. We’ll email this address about the change; you can undo it for 7 days.`
            : `You log in with ${user.email}.`
        }
      >
        <Form key={sent.times} label="Email address" onSubmit={submit} onInput={correct}>
          {sent.times > 0 && <FocusFirst />}
          <Field {...field('email')} label="New email address" type="email" autoComplete="email" required />
          <PasswordField label="Password" {...field('password')} />
          <div className="account-acts">
            <Button pending={pending}>Change email address</Button>
            {sent.times > 0 && sent.to !== user.email && (
              <p role="status">
                We sent a link to <bdi>{sent.to}</bdi>. Open it to confirm the change.
              </p>
            )}
          </div>
        </Form>
      </Row>
    </TitledSection>
  )
}
