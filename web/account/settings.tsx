import { Leaf, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Profile } from './Profile.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import './account.css'
import './settings.css'

/** What a person may change about themselves here. */
export function Component() {
  return (
    <Leaf>
      <Head title="Settings" noindex />
      <Says is="Your own page of the book." next="Change what is not right." />
      <Profile />
      <ChangePassword />
      <SignOutEverywhere />
    </Leaf>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
