import { commandsOn, defineAggregate, type EventsOf } from '#domain/action.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { accountStreams, initial } from './account.ts'
import {
  AddressChanged,
  AddressChangeRequested,
  AddressChangeUndone,
  AddressGivenUp,
  changeAddress,
  giveUpAddress,
  requestAddressChange,
  undoAddressChange,
} from './address-change.ts'
import {
  CalendarAddressMade,
  CalendarAddressRemoved,
  makeCalendarLink,
  removeCalendarLink,
  renewCalendarLink,
} from './calendar-link.ts'
import { changePassword, PasswordChanged, replacePassword, resetPassword } from './change-password.ts'
import { changeProfile, ProfileChanged } from './change-profile.ts'
import { chooseNotifications, NotificationsChosen } from './choose-notifications.ts'
import { disableSecondFactor, resetSecondFactor, SecondFactorDisabled } from './disable-second-factor.ts'
import { DataDownloaded, downloadData } from './download-data.ts'
import { enableSecondFactor, SecondFactorEnabled } from './enable-second-factor.ts'
import { AccountErased, completeErasure, ErasureCompleted, eraseAccount, replayErasure } from './erase-account.ts'
import { AdminInvited, inviteAdmin } from './invite-admin.ts'
import { ClientInvited, inviteClient } from './invite-client.ts'
import { LoggedIn, logIn } from './log-in.ts'
import { endSessions, LoggedOut, LoggedOutEverywhere, logOut, logOutEverywhere } from './log-out.ts'
import { prepareSecondFactor, SecondFactorPrepared } from './prepare-second-factor.ts'
import { AddressProven, proveAddress } from './prove-address.ts'
import { DeviceProven, proveDevice } from './prove-device.ts'
import { AccountRegistered, register } from './register.ts'
import { AdminRemoved, removeAdmin } from './remove-admin.ts'
import { RecoveryCodesReplaced, replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { PasswordResetRequested, requestPasswordReset } from './request-password-reset.ts'
import { orderViewEvents, removeOrderView, renameOrderView, saveOrderView } from './save-order-view.ts'
import { RecoveryCodeUsed, SecondFactorFailed, SecondFactorPassed } from './second-factor.ts'
import { AccountReinstated, AccountSuspended, reinstateAccount, suspendAccount } from './suspend-account.ts'
import { PasswordResetCodeTried, PasswordResetGranted, tryResetCode } from './try-reset-code.ts'
import { InvitationWithdrawn, withdrawInvitation } from './withdraw-invitation.ts'

/** The events of an account. */
const accountEvents = {
  AdminInvited,
  ClientInvited,
  InvitationWithdrawn,
  AccountRegistered,
  LoggedIn,
  LoggedOut,
  LoggedOutEverywhere,
  ProfileChanged,
  NotificationsChosen,
  ...orderViewEvents,
  CalendarAddressMade,
  CalendarAddressRemoved,
  AddressProven,
  AddressChangeRequested,
  AddressChanged,
  AddressChangeUndone,
  AddressGivenUp,
  DeviceProven,
  PasswordResetRequested,
  PasswordResetCodeTried,
  PasswordResetGranted,
  PasswordChanged,
  SecondFactorPrepared,
  SecondFactorEnabled,
  SecondFactorPassed,
  SecondFactorFailed,
  RecoveryCodeUsed,
  RecoveryCodesReplaced,
  SecondFactorDisabled,
  AccountSuspended,
  AccountReinstated,
  AdminRemoved,
  DataDownloaded,
  AccountErased,
  ErasureCompleted,
}

/** The events of an account, as they are stored. */
export type AccountEvent = EventsOf<typeof accountEvents>

/** One stream an account. Which of them an email address leads to is in `address-claim.ts`. */
export const accounts = defineAggregate({
  ...accountStreams,
  initial,
  events: accountEvents,
  decidesOnUnknown: true, // or no one could log in, or out
})

/** The commands of people on their own accounts. */
export const accountCommands = commandsOn(accounts, {
  inviteAdmin,
  inviteClient,
  withdrawInvitation,
  acceptInvitation,
  register,
  logIn,
  logOut,
  logOutEverywhere,
  changeProfile,
  chooseNotifications,
  saveOrderView,
  renameOrderView,
  removeOrderView,
  makeCalendarLink,
  renewCalendarLink,
  removeCalendarLink,
  proveAddress,
  requestAddressChange,
  changeAddress,
  undoAddressChange,
  giveUpAddress,
  proveDevice,
  requestPasswordReset,
  tryResetCode,
  resetPassword,
  changePassword,
  replacePassword,
  prepareSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  downloadData,
  eraseAccount,
  completeErasure,
  replayErasure,
})

/** The commands of admins on the accounts of others. */
export const personCommands = commandsOn(accounts, {
  suspendAccount,
  reinstateAccount,
  removeAdmin,
  endSessions,
  resetSecondFactor,
})
