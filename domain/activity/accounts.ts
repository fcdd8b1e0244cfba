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
  ProfileChanged: { kind: people, says: 'Changed name or phone number' },
  LoggedIn: { kind: logins, says: 'Logged in' },
  LoggedOut: { kind: logins, says: 'Logged out' },
  NotificationsChosen: {
    kind: preferences,
    says: ({ mail, push }) =>
      mail && push
        ? 'Wants mails and pushes'
        : mail
          ? 'Wants mails and no pushes'
          : push
            ? 'Wants pushes and no mails'
            : 'Wants neither mails nor pushes',
  },
  LoggedOutEverywhere: { kind: people, says: 'Ended every session' },
  PasswordResetRequested: { kind: passwords, says: 'Asked for a code to reset the password' },
  PasswordResetCodeTried: { kind: passwords, says: 'Entered a wrong code to reset the password' },
  PasswordResetGranted: { kind: passwords, says: 'Entered the right code to reset the password' },
  PasswordChanged: { kind: passwords, says: 'Changed the password' },
  AdminInvited: { kind: people, says: 'Invited as an admin' },
  ClientInvited: { kind: people, says: 'Invited as a client' },
  InvitationWithdrawn: { kind: people, says: 'Withdrew the invitation' },
  AccountSuspended: { kind: people, says: 'Suspended the account' },
  AccountReinstated: { kind: people, says: 'Reinstated the account' },
  AdminRemoved: { kind: people, says: 'Removed the admin' },
  AddressProven: { kind: people, says: 'Confirmed the address' },
  AddressChangeRequested: { kind: people, says: 'Asked to change the email address' },
  AddressChanged: { kind: people, says: 'Changed the email address' },
  AddressChangeUndone: { kind: people, says: 'Undid a change of the email address' },
  AddressGivenUp: { kind: people, says: 'Gave up the email address to another account' },
  DeviceProven: { kind: logins, says: 'Confirmed a device by a code from a mail' },
  DataDownloaded: { kind: people, says: 'Downloaded everything there is of them' },
  AccountErased: { kind: people, says: 'Asked for everything personal to be erased' },
  ErasureCompleted: { kind: people, says: 'Everything personal is erased' },
  SecondFactorPrepared: { kind: passwords, says: 'Began to set up a second factor' },
  SecondFactorEnabled: { kind: passwords, says: 'Set up a second factor' },
  SecondFactorPassed: { kind: logins, says: 'Entered the code of the second factor' },
  SecondFactorFailed: { kind: passwords, says: 'Entered a wrong code of the second factor' },
  RecoveryCodeUsed: { kind: passwords, says: 'Used a recovery code' },
  RecoveryCodesReplaced: { kind: passwords, says: 'Made new recovery codes' },
  SecondFactorDisabled: { kind: passwords, says: 'Took the second factor away' },
  CalendarAddressMade: { kind: passwords, says: 'Made an address for the calendar' },
  CalendarAddressRemoved: { kind: passwords, says: 'Ended the address of the calendar' },
  OrderViewSaved: { kind: preferences, says: ({ name }) => `Saved the view “${name}”` },
  OrderViewRenamed: { kind: preferences, says: ({ name }) => `Renamed a view to “${name}”` },
  OrderViewRemoved: { kind: preferences, says: 'Removed a view' },
}

export const setUpLines: ActivityTable<SetUpEvent> = {
  SetUpOffered: { kind: people, says: 'Offered a link to become the first admin' },
  SetUpWithdrawn: { kind: people, says: 'Withdrew the link to become the first admin' },
  SetUpUsed: { kind: people, says: 'Used the link to become the first admin' },
}

export const addressLines: ActivityTable<AddressClaimEvent> = {
  AddressClaimed: { kind: logins, says: 'Noted whose an email address is' },
}

export const departureLines: ActivityTable<DepartureEvent> = {
  AdminDeparted: { kind: people, says: 'Sends an admin away' },
}

export const subscriptionLines: ActivityTable<SubscriptionEvent> = {
  PushSubscribed: { kind: preferences, says: ({ device }) => `Notified on ${device} from now on` },
  PushUnsubscribed: {
    kind: preferences,
    says: ({ because }) =>
      because === 'gone' ? 'A device is notified no more: it is gone' : 'A device is notified no more',
  },
}
