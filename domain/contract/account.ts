import { z } from 'zod'
import { acceptanceInput, invitationToken } from '../account/accept-invitation.ts'
import { addressChangeForm, addressLink } from '../account/address-change.ts'
import { passwordChange } from '../account/change-password.ts'
import { changeProfile } from '../account/change-profile.ts'
import { invitationInput, inviteAdmin } from '../account/invite-admin.ts'
import { clientInvitationInput, inviteClient } from '../account/invite-client.ts'
import { credentials } from '../account/log-in.ts'
import { orderView, orderViewEvents } from '../account/order-views.ts'
import { passwordCheck } from '../account/prepare-second-factor.ts'
import { addressProof } from '../account/prove-address.ts'
import { deviceCodeRequest, enteredDeviceCode } from '../account/prove-device.ts'
import { registration } from '../account/register.ts'
import { removeOrderView } from '../account/remove-order-view.ts'
import { renameOrderView } from '../account/rename-order-view.ts'
import { resetRequest } from '../account/request-password-reset.ts'
import { newPassword } from '../account/reset-password.ts'
import { saveOrderView } from '../account/save-order-view.ts'
import { setUpForm } from '../account/set-up.ts'
import { enteredCode } from '../account/try-reset-code.ts'
import { withdrawInvitation } from '../account/withdraw-invitation.ts'
import { funnelTicket } from '../funnel/steps.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { changed, message, problem, role, time, wireEvent } from './schemas.ts'
import { wireAgency } from './settings.ts'

const loggedOut = message.extend({ loggedout: z.boolean() })

/** What every caller is answered about the site. */
const site = {
  agency: wireAgency,
  /** There when the agency, its people and its orders are invented. */
  demo: z.literal(true).optional(),
}

/** An event of an admin's saved views, as their own pages are told of it. */
export const viewEvent = wireEvent('OrderViewEvent', orderViewEvents)
const viewsChanged = changed(viewEvent)

/** Accounts, sessions and passwords, and what an admin has saved for themselves. */
export const accountCalls = {
  getSession: {
    endpoint: 'GET /api/session',
    summary: 'The session user',
    roles: 'anyone',
    viewable: true,
    answer: z.object({
      id: z.string(),
      name: z.string(),
      phone: z.string(),
      email: z.string(),
      admin: z.boolean(),
      /** Whether they have shown that the address is theirs. */
      proven: z.boolean(),
      /** The admin who looks at the client's pages as the client. */
      viewedBy: z.string().optional(),
      /** The account's, for `If-Match`. */
      revision: z.int(),
      /** What may be uploaded, in bytes. */
      limits: z.object({ answerFileSize: z.number(), sharedFileSize: z.number(), filesAtOnce: z.int() }),
      ...site,
    }),
    problems: [401],
    // With the 401 of a visitor; who asks as a client that is not there is told no more than that.
    problem: problem.extend(z.object(site).partial().shape),
  },
  register: {
    endpoint: 'POST /api/register',
    summary: 'Register a client and log in',
    roles: 'anyone',
    limit: 'register',
    // A visitor who comes out of the funnel brings the ticket of its last step.
    body: registration.safeExtend({ ticket: funnelTicket.optional() }),
    status: 201,
    answer: message,
    problems: [409],
  },
  login: {
    endpoint: 'POST /api/login',
    summary: 'Log in',
    roles: 'anyone',
    limit: 'login',
    body: credentials,
    // Where the account has a second factor and no code was sent, no session begins, and the answer asks for it.
    answer: message.extend({ secondFactor: z.literal(true).optional() }),
    problems: [401, 403, 409],
  },
  logout: {
    endpoint: 'GET /api/logout',
    summary: 'Log out',
    roles: 'anyone',
    changes: true,
    answer: loggedOut,
    problems: [403],
  },
  signOutEverywhere: {
    endpoint: 'POST /api/sign-out-everywhere',
    summary: 'Log out on all devices',
    roles: clientsAndAdmins,
    answer: loggedOut,
  },
  getSessions: {
    endpoint: 'GET /api/get-sessions',
    summary: 'List the user’s sessions, this one first',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
  },
  endSession: {
    endpoint: 'PUT /api/end-session',
    summary: 'Log out one device',
    roles: clientsAndAdmins,
    body: z.object({
      id: z.string('The session id is missing or invalid').regex(/^[\w-]{22}$/, 'The session id is missing or invalid'),
    }),
    answer: message,
  },
  updateProfile: {
    endpoint: 'PUT /api/update-profile',
    summary: 'Change name and phone number',
    roles: clientsAndAdmins,
    body: changeProfile.input,
    ifMatch: true,
    answer: changed(wireEvent('ProfileEvent', { ProfileChanged: z.object({ name: z.string(), phone: z.string() }) })),
  },
  proveAddress: {
    endpoint: 'PUT /api/prove-address',
    summary: 'Confirm the email address with the link from an email',
    roles: clientsAndAdmins,
    limit: 'code',
    body: addressProof,
    answer: message,
    problems: [409],
  },
  sendAddressProof: {
    endpoint: 'POST /api/send-address-proof',
    summary: 'Send an email to confirm the email address',
    roles: clientsAndAdmins,
    limit: 'otp',
    answer: message,
    problems: [409, 503],
  },
  requestAddressChange: {
    endpoint: 'POST /api/request-address-change',
    summary: 'Send an email to a new address, with the link that makes it the account’s',
    roles: clientsAndAdmins,
    limit: 'otp',
    body: addressChangeForm,
    answer: message,
    problems: [409, 503],
  },
  changeAddress: {
    endpoint: 'PUT /api/change-address',
    summary: 'Change the email address, with the link from the email to the new one',
    roles: 'anyone',
    limit: 'code',
    body: addressLink,
    answer: message,
    problems: [403, 409],
  },
  undoAddressChange: {
    endpoint: 'PUT /api/undo-address-change',
    summary: 'Restore the previous email address, with the link from the email to it, and log out everywhere',
    roles: 'anyone',
    limit: 'code',
    body: addressLink,
    answer: message,
    problems: [409],
  },
  confirmPassword: {
    endpoint: 'POST /api/confirm-password',
    summary: 'Confirm the password again; it counts in this session for 5 minutes',
    roles: clientsAndAdmins,
    limit: 'password',
    body: passwordCheck,
    answer: message,
  },
  changePassword: {
    endpoint: 'PUT /api/change-password',
    summary: 'Change the password',
    roles: clientsAndAdmins,
    limit: 'password',
    body: passwordChange,
    answer: message,
    problems: [409],
  },
  requestDeviceCode: {
    endpoint: 'POST /api/request-device-code',
    summary: 'Send a code by email to confirm this device after too many failed attempts',
    roles: 'anyone',
    limit: 'proof',
    body: deviceCodeRequest,
    answer: message,
  },
  proveDevice: {
    endpoint: 'POST /api/prove-device',
    summary: 'Confirm this device with the code, in the browser that asked for it',
    roles: 'anyone',
    limit: 'proof',
    body: enteredDeviceCode,
    answer: message,
    problems: [409],
  },
  requestOtp: {
    endpoint: 'POST /api/checkotp',
    summary: 'Send an OTP by email',
    roles: 'anyone',
    limit: 'otp',
    body: resetRequest,
    answer: message,
  },
  checkOtp: {
    endpoint: 'POST /api/checkotp/otp',
    summary: 'Check the OTP',
    roles: 'anyone',
    limit: 'code',
    body: enteredCode,
    answer: message.extend({ otpMatched: z.literal(true), email: z.string() }),
    problem: problem.extend({ otpMatched: z.literal(false).optional() }),
    problems: [409],
  },
  updatePassword: {
    endpoint: 'POST /api/update-password',
    summary: 'Set a new password after the OTP matched',
    roles: 'anyone',
    limit: 'reset',
    body: newPassword,
    answer: message,
    problems: [403],
  },
  setUpAdmin: {
    endpoint: 'POST /api/set-up-admin',
    summary: 'Create admin account',
    roles: 'anyone',
    limit: 'register',
    body: setUpForm,
    status: 201,
    answer: message,
    problems: [409],
  },
  inviteAdmin: {
    endpoint: 'POST /api/invite-admin',
    summary: 'Invite an admin by email',
    roles: ['admin'],
    forbidden: inviteAdmin.forbidden,
    limit: 'invitation',
    confirmed: true,
    body: invitationInput,
    answer: message,
    problems: [409],
  },
  inviteClient: {
    endpoint: 'POST /api/invite-client',
    summary: 'Invite a client by email',
    roles: ['admin'],
    forbidden: inviteClient.forbidden,
    limit: 'invitation',
    body: clientInvitationInput,
    answer: message,
    problems: [409],
  },
  withdrawInvitation: {
    endpoint: 'PUT /api/withdraw-invitation',
    summary: 'Withdraw an invitation',
    roles: ['admin'],
    forbidden: withdrawInvitation.forbidden,
    body: withdrawInvitation.input,
    answer: message,
    problems: [409],
  },
  getInvitation: {
    endpoint: 'GET /api/get-invitation',
    summary: 'Get an invitation, with what is known about the person',
    roles: 'anyone',
    limit: 'register',
    query: z.object({ token: invitationToken }),
    answer: z.object({
      role,
      email: z.string(),
      expires: time,
      name: z.string().optional(),
      phone: z.string().optional(),
    }),
    problems: [404],
  },
  acceptInvitation: {
    endpoint: 'POST /api/accept-invitation',
    summary: 'Accept an invitation and create the account',
    roles: 'anyone',
    limit: 'register',
    body: acceptanceInput,
    status: 201,
    answer: message,
    problems: [409],
  },
  getOrderViews: {
    endpoint: 'GET /api/get-order-views',
    summary: 'List the admin’s saved views of the orders',
    roles: ['admin'],
    answer: z.object({ data: z.array(orderView) }),
  },
  saveOrderView: {
    endpoint: 'PUT /api/save-order-view',
    summary: 'Save or update a view of the orders',
    roles: saveOrderView.roles,
    body: saveOrderView.input,
    answer: viewsChanged,
    problems: [409],
  },
  renameOrderView: {
    endpoint: 'PUT /api/rename-order-view',
    summary: 'Rename a view of the orders',
    roles: renameOrderView.roles,
    body: renameOrderView.input,
    answer: viewsChanged,
    problems: [404, 409],
  },
  removeOrderView: {
    endpoint: 'PUT /api/remove-order-view',
    summary: 'Remove a view of the orders',
    roles: removeOrderView.roles,
    body: removeOrderView.input,
    answer: viewsChanged,
  },
} as const satisfies Record<string, Call>
