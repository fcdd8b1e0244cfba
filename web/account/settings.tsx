import { useLoaderData } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { useViewer } from '#web/live/viewer.ts'
import { Head } from '#web/shell/Head.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { Notifications } from './Notifications.tsx'
import { Profile } from './Profile.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'
import './account.css'
import './settings.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export async function loader() {
  const [ways, { data }, factor] = await Promise.all([
    call('notifications'),
    call('subscriptions'),
    call('getSecondFactor'),
  ])
  return { ways, devices: data, factor }
}

/** What a person may change about themselves here. */
export function Component() {
  const { ways, devices, factor } = useLoaderData<typeof loader>()
  const { id } = useViewer()
  return (
    <Page>
      <Head title="Settings" noindex />
      <PageTitle title="Your own page of the book." next="Change what is not right." />
      <Profile />
      <ChangePassword />
      <SecondFactor state={factor} />
      <Notifications chosen={ways} />
      <Devices devices={devices} userId={id} />
      <SignOutEverywhere />
    </Page>
  )
}
