import { clear, type PersonalDataOf, personal } from '../personal-fields.ts'
import type { AccountEvent } from './account.ts'

/**
 * What of an account's events is personal: who it is, what their browsers are called, what they saved, and what they prove
 * themselves with. Without its password hash an account is none.
 */
export const accountPersonalData: PersonalDataOf<AccountEvent> = {
  AccountRegistered: {
    name: personal('erased'),
    email: personal(''),
    phone: personal(''),
    role: clear,
    passwordHash: personal(''),
    addressProven: clear,
  },
  ProfileChanged: { name: personal('erased'), phone: personal('') },
  LoggedIn: { session: clear, device: personal() },
  LoggedOut: { session: clear },
  NotificationsChosen: clear,
  LoggedOutEverywhere: clear,
  PasswordResetRequested: { browser: clear, codeHash: clear, expires: clear, deviceId: clear },
  PasswordResetCodeTried: { browser: clear, deviceId: clear },
  PasswordResetGranted: { browser: clear, until: clear },
  PasswordChanged: { passwordHash: personal(''), session: clear },
  AdminInvited: { email: personal(''), tokenHash: clear, expires: clear },
  ClientInvited: { email: personal(''), tokenHash: clear, expires: clear, name: personal(), phone: personal() },
  InvitationWithdrawn: clear,
  AccountSuspended: clear,
  AccountReinstated: clear,
  AdminRemoved: clear,
  AddressProven: clear,
  AddressChangeRequested: { email: personal(''), tokenHash: clear, expires: clear },
  AddressChanged: { email: personal(''), undoUntil: clear },
  AddressChangeUndone: { email: personal('') },
  AddressGivenUp: clear,
  DeviceProven: { code: clear },
  SecondFactorPrepared: { secret: personal(''), expires: clear },
  SecondFactorEnabled: { secret: personal(''), step: clear, recoveryCodes: personal([]) },
  SecondFactorPassed: clear,
  SecondFactorFailed: { deviceId: clear },
  RecoveryCodeUsed: { code: personal('') },
  RecoveryCodesReplaced: { recoveryCodes: personal([]) },
  SecondFactorDisabled: clear,
  CalendarAddressMade: { salt: clear, digest: clear },
  CalendarAddressRemoved: clear,
  DataDownloaded: clear,
  AccountErased: clear,
  ErasureCompleted: clear,
  OrderViewSaved: { id: clear, name: personal('erased'), query: personal({}) },
  OrderViewRenamed: { id: clear, name: personal('erased') },
  OrderViewRemoved: { id: clear },
}
