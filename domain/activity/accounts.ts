import type { AccountEvent } from '../account/account.ts'
import type { AddressClaimEvent } from '../account/address-claim.ts'
import type { DepartureEvent } from '../account/departures.ts'
import type { SetUpEvent } from '../account/set-up.ts'
import type { SubscriptionEvent } from '../subscription/subscription.ts'
import type { ActivityTable } from './table.ts'

const people = 'accounts.people'
const logins = 'accounts.logins'
const passwords = 'accounts.passwords'
const preferences = 'accounts.preferences'

export const accountLines: ActivityTable<AccountEvent> = {
  AccountRegistered: {
    kind: people,
    says: ({ role }) => `Registered as ${role === 'admin' ? 'an admin' : 'a client'}`,
  },
  ProfileChanged: { kind: people, says: 'Changed the name or phone number' },
  LoggedIn: { kind: logins, says: 'Logged in' },
  LoggedOut: { kind: logins, says: 'Logged out' },
  NotificationsChosen: {
    kind: preferences,
    says: ({ mail, push }) =>
      mail && push
        ? 'Turned on emails and notifications'
        : mail
          ? 'Turned on emails only'
          : push
            ? 'Turned on notifications only'
            : 'Turned off emails and notifications',
  },
  LoggedOutEverywhere: { kind: people, says: 'Logged out everywhere' },
  PasswordResetRequested: { kind: passwords, says: 'Requested a password reset code' },
  PasswordResetCodeTried: { kind: passwords, says: 'Entered a wrong password reset code' },
  PasswordResetGranted: { kind: passwords, says: 'Entered the correct password reset code' },
  PasswordChanged: { kind: passwords, says: 'Changed the password' },
  AdminInvited: { kind: people, says: 'Invited as an admin' },
  ClientInvited: { kind: people, says: 'Invited as a client' },
  InvitationWithdrawn: { kind: people, says: 'Withdrew the invitation' },
  AccountSuspended: { kind: people, says: 'Suspended the account' },
  AccountReinstated: { kind: people, says: 'Reactivated the account' },
  AdminRemoved: { kind: people, says: 'Removed the admin' },
  AddressProven: { kind: people, says: 'Confirmed the email address' },
  AddressChangeRequested: { kind: people, says: 'Requested an email address change' },
  AddressChanged: { kind: people, says: 'Changed the email address' },
  AddressChangeUndone: { kind: people, says: 'Undid the email address change' },
  AddressGivenUp: { kind: people, says: 'Gave up the email address to another account' },
  DeviceProven: { kind: logins, says: 'Confirmed a device with an email code' },
  DataDownloaded: { kind: people, says: 'Downloaded all personal data' },
  AccountErased: { kind: people, says: 'Requested deletion of all personal data' },
  ErasureCompleted: { kind: people, says: 'All personal data was deleted' },
  SecondFactorPrepared: { kind: passwords, says: 'Started setting up two-step verification' },
  SecondFactorEnabled: { kind: passwords, says: 'Turned on two-step verification' },
  SecondFactorPassed: { kind: logins, says: 'Entered a verification code' },
  SecondFactorFailed: { kind: passwords, says: 'Entered a wrong verification code' },
  RecoveryCodeUsed: { kind: passwords, says: 'Used a recovery code' },
  RecoveryCodesReplaced: { kind: passwords, says: 'Created new recovery codes' },
  SecondFactorDisabled: { kind: passwords, says: 'Turned off two-step verification' },
  CalendarAddressMade: { kind: passwords, says: 'Created a calendar link' },
  CalendarAddressRemoved: { kind: passwords, says: 'Turned off the calendar link' },
  OrderViewSaved: { kind: preferences, says: ({ name }) => `Saved the view “${name}”` },
  OrderViewRenamed: { kind: preferences, says: ({ name }) => `Renamed a view to “${name}”` },
  OrderViewRemoved: { kind: preferences, says: 'Removed a view' },
}

export const setUpLines: ActivityTable<SetUpEvent> = {
  SetUpOffered: { kind: people, says: 'Created a set-up link for the first admin' },
  SetUpWithdrawn: { kind: people, says: 'Withdrew the set-up link for the first admin' },
  SetUpUsed: { kind: people, says: 'Used the set-up link for the first admin' },
}

export const addressLines: ActivityTable<AddressClaimEvent> = {
  AddressClaimed: { kind: logins, says: 'Assigned an email address to an account' },
}

export const departureLines: ActivityTable<DepartureEvent> = {
  AdminDeparted: { kind: people, says: 'Admin access ended' },
}

export const subscriptionLines: ActivityTable<SubscriptionEvent> = {
  PushSubscribed: { kind: preferences, says: ({ device }) => `Turned on notifications on ${device}` },
  PushUnsubscribed: {
    kind: preferences,
    says: ({ because }) =>
      because === 'gone'
        ? 'Notifications turned off: the device is no longer registered'
        : 'Turned off notifications on a device',
  },
}
