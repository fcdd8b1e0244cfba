import type { Endpoint, Method } from './call.ts'

/**
 * Every call there is, by name: its method and its path, those of specification section 7 as they are written there. What
 * each takes and answers is in the contract (`contract.ts`); the pages need no more than this table to call by name.
 */
export const endpoints = {
  getSession: 'GET /api/session',
  register: 'POST /api/register',
  login: 'POST /api/login',
  logout: 'GET /api/logout',
  signOutEverywhere: 'POST /api/sign-out-everywhere',
  getSessions: 'GET /api/get-sessions',
  endSession: 'PUT /api/end-session',
  updateProfile: 'PUT /api/update-profile',
  proveAddress: 'PUT /api/prove-address',
  sendAddressProof: 'POST /api/send-address-proof',
  requestAddressChange: 'POST /api/request-address-change',
  changeAddress: 'PUT /api/change-address',
  undoAddressChange: 'PUT /api/undo-address-change',
  confirmPassword: 'POST /api/confirm-password',
  changePassword: 'PUT /api/change-password',
  requestDeviceCode: 'POST /api/request-device-code',
  proveDevice: 'POST /api/prove-device',
  requestOtp: 'POST /api/checkotp',
  checkOtp: 'POST /api/checkotp/otp',
  updatePassword: 'POST /api/update-password',
  requestData: 'POST /api/request-data',
  downloadData: 'GET /api/download-data',
  previewErasure: 'GET /api/preview-erasure',
  eraseMyAccount: 'POST /api/erase-my-account',
  erasePerson: 'POST /api/erase-person',
  setUpAdmin: 'POST /api/set-up-admin',
  inviteAdmin: 'POST /api/invite-admin',
  inviteClient: 'POST /api/invite-client',
  withdrawInvitation: 'PUT /api/withdraw-invitation',
  getInvitation: 'GET /api/get-invitation',
  acceptInvitation: 'POST /api/accept-invitation',

  getQuestions: 'GET /api/get-questions',
  checkSubmission: 'GET /api/check-submission',
  submitAnswer: 'POST /api/submit-answer',
  amendAnswers: 'PUT /api/amend-answers',
  getDraft: 'GET /api/get-draft',
  saveDraft: 'PUT /api/save-draft',

  userOrder: 'GET /api/user-order',
  getOrders: 'GET /api/get-orders',
  getOrderCounts: 'GET /api/get-order-counts',
  getOrderViews: 'GET /api/get-order-views',
  saveOrderView: 'PUT /api/save-order-view',
  renameOrderView: 'PUT /api/rename-order-view',
  removeOrderView: 'PUT /api/remove-order-view',
  getSingleOrder: 'GET /api/get-single-order',
  getConversation: 'GET /api/get-conversation',
  getHistory: 'GET /api/get-history',
  verifyHistory: 'GET /api/verify-history',
  getTimeline: 'GET /api/get-timeline',
  getOrderEvents: 'GET /api/get-order-events',

  getSharedFiles: 'GET /api/get-shared-files',
  shareFiles: 'POST /api/share-files',
  deleteSharedFile: 'DELETE /api/delete-shared-file',
  getUpload: 'GET /uploads/:filename',

  getSinglePackage: 'GET /api/get-single-package',
  updatePackage: 'PUT /api/update-package',
  updateProgress: 'PUT /api/update-progress',
  getPackageVersions: 'GET /api/get-package-versions',
  getPricing: 'GET /api/get-pricing',
  updatePrices: 'PUT /api/update-prices',
  getAgency: 'GET /api/get-agency',
  updateAgency: 'PUT /api/update-agency',
  updateLogo: 'PUT /api/update-logo',
  getLogo: 'GET /api/logo/:filename',
  getTerms: 'GET /api/get-terms',
  updateTerms: 'PUT /api/update-terms',
  getWorks: 'GET /api/get-works',
  updateWork: 'PUT /api/update-work',
  getMailTexts: 'GET /api/get-mail-texts',
  updateMailText: 'PUT /api/update-mail-text',
  sendTestMail: 'POST /api/test-mail',
  getSettingVersions: 'GET /api/get-setting-versions',

  submitDetails: 'POST /api/submit-details',
  recordFitTest: 'POST /api/record-fit-test',
  beginFunnel: 'POST /api/begin-funnel',
  recordFunnelStep: 'POST /api/record-funnel-step',
  getFunnel: 'GET /api/get-funnel',
  getLeads: 'GET /api/get-leads',
  getLeadCounts: 'GET /api/get-lead-counts',
  getLead: 'GET /api/get-lead',
  getFitTests: 'GET /api/get-fit-tests',
  moveLead: 'PUT /api/move-lead',
  updateLead: 'PUT /api/update-lead',
  convertLead: 'PUT /api/convert-lead',

  pushKey: 'GET /api/push-key',
  addSubscription: 'POST /api/add-subscription',
  subscriptions: 'GET /api/subscriptions',
  deleteSubscription: 'DELETE /api/delete-subscription',
  testPush: 'POST /api/test-push',
  notifications: 'GET /api/notifications',
  chooseNotifications: 'PUT /api/choose-notifications',

  getSecurityLog: 'GET /api/get-security-log',
  getActivity: 'GET /api/get-activity',
  getPeople: 'GET /api/get-people',
  getPerson: 'GET /api/get-person',
  getClientOrders: 'GET /api/get-client-orders',
  getInvitations: 'GET /api/get-invitations',
  suspendAccount: 'PUT /api/suspend-account',
  reinstateAccount: 'PUT /api/reinstate-account',
  removeAdmin: 'PUT /api/remove-admin',
  endSessions: 'PUT /api/end-sessions',
  resetSecondFactor: 'PUT /api/reset-second-factor',

  getSecondFactor: 'GET /api/get-second-factor',
  startSecondFactor: 'POST /api/start-second-factor',
  enableSecondFactor: 'POST /api/enable-second-factor',
  disableSecondFactor: 'POST /api/disable-second-factor',
  replaceRecoveryCodes: 'POST /api/replace-recovery-codes',

  exportHistory: 'GET /api/export-history',
  exportOrderPdf: 'GET /api/export-order-pdf',
  exportOrderJson: 'GET /api/export-order-json',
  exportOrderCsv: 'GET /api/export-order-csv',
  orderEventsSchema: 'GET /api/schemas/order-events.json',
  exportOrders: 'GET /api/export-orders',
  exportClients: 'GET /api/export-clients',
  exportLeads: 'GET /api/export-leads',
  exportPayments: 'GET /api/export-payments',

  getCalendar: 'GET /api/get-calendar',
  makeCalendar: 'POST /api/make-calendar',
  renewCalendar: 'PUT /api/renew-calendar',
  removeCalendar: 'DELETE /api/remove-calendar',
  readCalendar: 'GET /api/calendar/:filename',

  getApiKeys: 'GET /api/get-api-keys',
  createApiKey: 'POST /api/create-api-key',
  revokeApiKey: 'PUT /api/revoke-api-key',

  getWebhooks: 'GET /api/get-webhooks',
  addWebhook: 'POST /api/add-webhook',
  updateWebhook: 'PUT /api/update-webhook',
  rotateWebhookSecret: 'PUT /api/rotate-webhook-secret',
  switchWebhook: 'PUT /api/switch-webhook',
  removeWebhook: 'DELETE /api/remove-webhook',
  testWebhook: 'POST /api/test-webhook',
  getDeliveries: 'GET /api/get-deliveries',
  replayDelivery: 'POST /api/replay-delivery',

  openApi: 'GET /api/openapi.json',
  docs: 'GET /api/docs',
} as const satisfies Record<string, Endpoint>

/** What a call is called that is no action on an order. */
export type NamedCall = keyof typeof endpoints

/** The method and the path of such a call; a path may have parameters, as `/uploads/:filename` has. */
export function endpointNamed(name: NamedCall): { method: Method; path: string } {
  const [method, path = pathNamed(name)] = endpoints[name].split(' ') as [Method, string?]
  return { method, path }
}

/** The path of a call whose path is its name: the built pages have the others alone written out (vite.config.ts). */
export const pathNamed = (name: string): string =>
  `/api/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
