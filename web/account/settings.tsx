import { useLoaderData } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { useViewer } from '#web/live/viewer.ts'
import { Head } from '#web/shell/Head.tsx'
import { session } from '#web/shell/session.ts'
import { Calendar } from './Calendar.tsx'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { Notifications } from './Notifications.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'
import { YourData } from './YourData.tsx'
import './account.css'
import './settings.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export async function loader() {
  const [ways, { data }, factor, sessions, calendar, erasure] = await Promise.all([
    call('notifications'),
    call('subscriptions'),
    call('getSecondFactor'),
    call('getSessions'),
    call('getCalendar'),
    ownErasure(),
  ])
  return { ways, devices: data, factor, sessions: sessions.data, calendar, erasure }
}

/** Loads what is erased with a client; an admin is removed by another one first. */
async function ownErasure() {
  const { user } = await session()
  return user && !user.admin ? (await call('previewErasure')).data[0] : undefined
}

/** The page where people change their own details. */
export function Component() {
  const { ways, devices, factor, sessions, calendar, erasure } = useLoaderData<typeof loader>()
  const { id, role } = useViewer()
  return (
    <Page>
      <Head title="Settings" noindex />
      <PageTitle title="Your settings." next="Profile, password, notifications and data." />
      <Profile />
      <ChangeAddress />
      <ChangePassword />
      <SecondFactor state={factor} />
      <Notifications chosen={ways} />
      <Devices devices={devices} userId={id} />
      <Calendar {...calendar} isAdmin={role === 'admin'} />
      <Sessions sessions={sessions} />
      <YourData erasure={erasure} />
    </Page>
  )
}
