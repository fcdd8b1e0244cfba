import type { Scope } from '../api-key/scopes.ts'
import type { CallName } from './endpoints.ts'

/**
 * The scope that an API key needs for each call. Null: no key may make it, since it is about a session, a password, a
 * person of flesh and blood, or the keys themselves. A call without a line here does not compile.
 */
export const scopeOf = {
  getSession: null,
  register: null,
  login: null,
  logout: null,
  signOutEverywhere: null,
  updateProfile: null,
  changePassword: null,
  requestOtp: null,
  checkOtp: null,
  updatePassword: null,
  setUpAdmin: null,
  inviteAdmin: null,
  acceptInvitation: null,

  getQuestions: null,
  checkSubmission: null,
  submitAnswer: null,
  amendAnswers: null,
  getDraft: null,
  saveDraft: null,

  userOrder: null,
  getOrders: 'orders:read',
  getSingleOrder: 'orders:read',
  getHistory: 'orders:read',
  toggleStep: 'orders:write',
  shareDesignLink: 'orders:write',
  sharePaymentLink: 'orders:write',
  reviseInvoice: 'orders:write',
  reviseProposal: 'orders:write',
  sendMessage: 'orders:write',
  readConversation: null,
  renameOrder: 'orders:write',
  reopenOrder: 'orders:write',
  completeOrCancel: 'orders:write',

  getSharedFiles: 'orders:read',
  shareFiles: 'orders:write',
  deleteSharedFile: 'orders:write',
  getUpload: 'orders:read',

  getSinglePackage: 'settings:read',
  updatePackage: 'settings:write',
  updateProgress: 'settings:write',
  getPackageVersions: 'settings:read',
  getPricing: 'settings:read',
  updatePrices: 'settings:write',
  getAgency: 'settings:read',
  updateAgency: 'settings:write',

  submitDetails: 'leads:write',
  recordFitTest: null,
  getLeads: 'leads:read',
  getFitTests: 'leads:read',
  moveLead: 'leads:write',
  convertLead: 'leads:write',

  pushKey: null,
  addSubscription: null,
  subscriptions: null,
  deleteSubscription: null,
  testPush: null,
  notifications: null,
  chooseNotifications: null,

  exportOrders: 'orders:read',
  exportClients: 'clients:read',
  exportLeads: 'leads:read',
  exportPayments: 'payments:read',

  getApiKeys: null,
  createApiKey: null,
  revokeApiKey: null,

  getWebhooks: null,
  addWebhook: null,
  rotateWebhookSecret: null,
  switchWebhook: null,
  removeWebhook: null,
  testWebhook: null,
  getDeliveries: null,
  replayDelivery: null,

  openApi: null,
  docs: null,
} as const satisfies Record<CallName, Scope | null>
