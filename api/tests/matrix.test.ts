import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import {
  type Answer,
  picture,
  startTestServer,
  type TestServer,
  type Visitor,
  validAnswers,
} from '#api/testing/test-server.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import { allCases } from '#domain/order/testing.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'

/** A fresh order of the client's with one file that the client shared, and one draft of a design. */
type Scene = { orderId: string; file: { id: string; filename: string } }
type Row = {
  /** Makes the call as it should be made. */
  ask(visitor: Visitor, scene: Scene): Promise<Answer>
  /** The status for a visitor, the order's client, another client, an admin. */
  answers: [number, number, number, number]
  /** The status for the client and the admin once the order is closed: 409 unless the call only reads. */
  closed?: 'open to all'
}

const get = (path: string | ((scene: Scene) => string), ...answers: Row['answers']): Row => ({
  ask: (visitor, scene) => visitor.get(typeof path === 'string' ? path : path(scene)),
  answers,
  closed: 'open to all',
})
const onOrder = (method: 'put' | 'post', path: string, input: object, ...answers: Row['answers']): Row => ({
  ask: (visitor, { orderId }) => visitor[method](path, { orderId, ...input }),
  answers,
})
/** A client who has nothing to do with the others. */
const someoneElse = async () => (await (await server.client()).get('/api/session')).body.id as string
const onPerson = (path: string, ...answers: Row['answers']): Row => ({
  ask: async (visitor) => visitor.put(path, { personId: await someoneElse() }),
  answers,
  closed: 'open to all',
})
const staffOnly: Row['answers'] = [401, 403, 403, 200]
const bothSides: Row['answers'] = [401, 200, 404, 200]
const everybody: Row['answers'] = [200, 200, 200, 200]

/** A row for each command that is a call of its own, as its own test says it. */
const rowsOfActions = (): Record<string, Row> =>
  Object.fromEntries(
    allCases.flatMap(({ command, example, who: { visitor, client, stranger, admin, closed } }) => {
      if (!command.call) return []
      const [method, path] = command.call.toLowerCase().split(' ') as ['put' | 'post', string]
      const row = onOrder(method, path, example.input, visitor, client, stranger, admin)
      return [[`${method} ${path}`, { ...row, ...(closed ? { closed } : {}) }]]
    }),
  )

/** A call about a payment that the client has reported. */
const onPayment = (path: string, input: object): Row => ({
  async ask(visitor, { orderId }) {
    const reported = { payment: 'payment-1', amount: '13000', reference: '6337', paidOn: '2026-11-16' }
    await owner.post('/api/report-payment', { orderId, ...reported })
    return visitor.post(path, { orderId, payment: 'payment-1', ...input })
  },
  answers: staffOnly,
})
/** A proposal with a price: what a caller who has read it sends. Where it can’t be written, as if another had been read. */
async function offer({ orderId }: Scene) {
  const admin = await roles[3]![1]()
  const date = new Date().toISOString().slice(0, 10)
  const written = { receiverName: 'Asha Rao', date, problem: 'A.', goals: 'B.', solution: 'C.', price: '65000' }
  const { body } = await admin.put('/api/update-proposal', { orderId, ...written })
  return { version: 1, hash: body.events?.[0]?.data.hash ?? '0'.repeat(64) }
}
/** A call about a proposal that was read. */
const onProposal = (path: string, input: object, ...answers: Row['answers']): Row => ({
  ask: async (visitor, scene) => visitor.post(path, { orderId: scene.orderId, ...(await offer(scene)), ...input }),
  answers,
})

const lead = { name: 'Zoya Khan', email: 'zoya@example.com', phone: '98450 12345', source: 'customer-filter' }
const note = () => new File(['six to ten'], 'hours.txt')

// It is told of what no call of the matrix does, so that nothing is ever sent to books.example.
const webhook = { url: 'https://books.example/in', events: ['FileReplaced'] }
let webhookId = ''
/** The id of a webhook; of another one once it was removed. */
async function addedWebhook(): Promise<string> {
  const admin = await server.admin()
  const { status } = await admin.put('/api/switch-webhook', { webhookId, on: true })
  if (status === 200) return webhookId
  const { body } = await admin.post('/api/add-webhook', webhook)
  webhookId = String(body.events[0].stream).slice('webhook-'.length)
  return webhookId
}

const matrix: Record<string, Row> = {
  'get /api/session': get('/api/session', 401, 200, 200, 200),
  'get /api/logout': { ...get('/api/logout', ...everybody) },
  'post /api/register': {
    // In a browser of its own: the call ends the session that it had.
    ask: async (visitor) =>
      (visitor.cookie ? await server.client() : visitor).post('/api/register', {
        name: 'Kabir Sen',
        email: `new-${crypto.randomUUID()}@example.com`,
        phone: '98450 12345',
        password: 'bread-at-six-gone-by-ten',
      }),
    answers: [201, 201, 201, 201],
    closed: 'open to all',
  },
  'post /api/login': {
    ask: (visitor) => visitor.post('/api/login', { email: 'nobody@example.com', password: 'no such account' }),
    answers: [401, 401, 401, 401],
    closed: 'open to all',
  },
  'post /api/sign-out-everywhere': {
    // An account of its own: the call would end the sessions of the others.
    ask: async (visitor) => (visitor.cookie ? await server.client() : visitor).post('/api/sign-out-everywhere', {}),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'put /api/update-profile': {
    ask: (visitor) => visitor.put('/api/update-profile', { name: 'Kabir Renamed', phone: '98450 12345' }),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'get /api/get-sessions': get('/api/get-sessions', 401, 200, 200, 200),
  'put /api/end-session': {
    ask: (visitor) => visitor.put('/api/end-session', { id: 'n'.repeat(22) }),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'put /api/prove-address': {
    ask: (visitor) => visitor.put('/api/prove-address', { token: 'of nobody' }),
    answers: [401, 409, 409, 409],
    closed: 'open to all',
  },
  'post /api/send-address-proof': {
    ask: (visitor) => visitor.post('/api/send-address-proof', {}),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'post /api/request-address-change': {
    ask: (visitor) =>
      visitor.post('/api/request-address-change', { email: 'other@example.com', password: 'a wrong one' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'put /api/change-address': {
    ask: (visitor) => visitor.put('/api/change-address', { token: 'of nobody' }),
    answers: [409, 409, 409, 409],
    closed: 'open to all',
  },
  'put /api/undo-address-change': {
    ask: (visitor) => visitor.put('/api/undo-address-change', { token: 'of nobody' }),
    answers: [409, 409, 409, 409],
    closed: 'open to all',
  },
  'post /api/confirm-password': {
    ask: (visitor) => visitor.post('/api/confirm-password', { password: 'a wrong one' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'put /api/change-password': {
    ask: (visitor) =>
      visitor.put('/api/change-password', { current: 'a wrong one', password: 'a-second-crop-of-figs' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'post /api/request-data': {
    ask: (visitor) => visitor.post('/api/request-data', { password: 'a wrong one' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'get /api/download-data': get('/api/download-data?ticket=of-nobody', 401, 403, 403, 403),
  'get /api/preview-erasure': {
    ask: async (visitor) => visitor.get(`/api/preview-erasure?id=${await someoneElse()}`),
    answers: [401, 403, 403, 200],
    closed: 'open to all',
  },
  'post /api/erase-my-account': {
    ask: (visitor) => visitor.post('/api/erase-my-account', { password: 'a wrong one', confirmation: 'a@example.com' }),
    answers: [401, 400, 400, 403],
    closed: 'open to all',
  },
  'post /api/erase-person': {
    ask: async (visitor) =>
      visitor.post('/api/erase-person', {
        personId: await someoneElse(),
        password: 'a wrong one',
        confirmation: 'a@example.com',
      }),
    answers: [401, 403, 403, 400],
    closed: 'open to all',
  },
  'post /api/request-device-code': {
    ask: (visitor) => visitor.post('/api/request-device-code', { email: 'nobody@example.com' }),
    answers: everybody,
    closed: 'open to all',
  },
  'post /api/prove-device': {
    ask: (visitor) => visitor.post('/api/prove-device', { email: 'nobody@example.com', code: 'AAAAA-AAAAA' }),
    answers: [400, 400, 400, 400],
    closed: 'open to all',
  },
  'post /api/checkotp': {
    ask: (visitor) => visitor.post('/api/checkotp', { email: `nobody-${crypto.randomUUID()}@example.com` }),
    answers: everybody,
    closed: 'open to all',
  },
  'post /api/checkotp/otp': {
    ask: (visitor) => visitor.post('/api/checkotp/otp', { OneTimePassword: '123456' }),
    answers: [409, 409, 409, 409],
    closed: 'open to all',
  },
  'post /api/update-password': {
    ask: (visitor) =>
      visitor.post('/api/update-password', { email: 'nobody@example.com', password: 'a-second-crop-of-figs' }),
    answers: [403, 403, 403, 403],
    closed: 'open to all',
  },
  'post /api/set-up-admin': {
    ask: (visitor) =>
      visitor.post('/api/set-up-admin', {
        token: 'guessed',
        name: 'Kabir Sen',
        email: 'new@example.com',
        phone: '98450 12345',
        password: 'a-second-crop-of-figs',
      }),
    answers: [409, 409, 409, 409],
    closed: 'open to all',
  },
  'post /api/invite-admin': {
    ask: (visitor) => visitor.post('/api/invite-admin', { email: 'devika@example.com' }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'post /api/invite-client': {
    ask: (visitor) => visitor.post('/api/invite-client', { email: 'rohan@example.com' }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/withdraw-invitation': {
    ask: (visitor) => visitor.put('/api/withdraw-invitation', { personId: 'someone' }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-invitation': get('/api/get-invitation?token=guessed', 404, 404, 404, 404),
  'post /api/accept-invitation': {
    ask: (visitor) =>
      visitor.post('/api/accept-invitation', {
        token: 'guessed',
        name: 'Kabir Sen',
        phone: '98450 12345',
        password: 'a-second-crop-of-figs',
      }),
    answers: [409, 409, 409, 409],
    closed: 'open to all',
  },
  'get /api/get-questions': get('/api/get-questions', 401, 200, 200, 200),
  'get /api/check-submission': get('/api/check-submission', 401, 200, 200, 200),
  'post /api/submit-answer': {
    ask: (visitor) => {
      const form = new FormData()
      form.set(
        'answers',
        JSON.stringify(Object.entries(validAnswers).map(([id, answer]) => ({ id: Number(id), answer }))),
      )
      return visitor.post('/api/submit-answer', form)
    },
    answers: [401, 201, 201, 403],
    closed: 'open to all',
  },
  'get /api/get-draft': get('/api/get-draft', 401, 200, 200, 403),
  'put /api/save-draft': {
    ask: (visitor) => visitor.put('/api/save-draft', { answers: [{ id: 1, answer: 'Bre', age: 10 }] }),
    answers: [401, 200, 200, 403],
    closed: 'open to all',
  },
  'put /api/amend-answers': onOrder(
    'put',
    '/api/amend-answers',
    { answers: '[{"id":1,"answer":"Bread"}]' },
    ...([401, 200, 404, 403] as const),
  ),
  'get /api/get-single-order': get(({ orderId }) => `/api/get-single-order?id=${orderId}`, 401, 200, 200, 200),
  'get /api/get-conversation': get(({ orderId }) => `/api/get-conversation?id=${orderId}`, 401, 200, 200, 200),
  'get /api/get-history': get(({ orderId }) => `/api/get-history?id=${orderId}`, 401, 200, 200, 200),
  'get /api/verify-history': get(({ orderId }) => `/api/verify-history?id=${orderId}`, 401, 200, 200, 200),
  'get /api/get-agreements': get(({ orderId }) => `/api/get-agreements?id=${orderId}`, 401, 200, 200, 200),
  'get /api/get-timeline': get(({ orderId }) => `/api/get-timeline?id=${orderId}`, 401, 200, 200, 200),
  'get /api/get-order-events': get(({ orderId }) => `/api/get-order-events?id=${orderId}`, 401, 200, 200, 200),
  'get /api/user-order': get('/api/user-order', 401, 200, 200, 200),
  'get /api/get-orders': get('/api/get-orders', ...staffOnly),
  'get /api/get-order-counts': get('/api/get-order-counts?filter=unread', ...staffOnly),
  'get /api/get-order-views': get('/api/get-order-views', ...staffOnly),
  'put /api/save-order-view': {
    ask: (visitor) => visitor.put('/api/save-order-view', { id: 'late', name: 'Late', query: { filter: 'overdue' } }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/rename-order-view': {
    ask: async (visitor) => {
      await visitor.put('/api/save-order-view', { id: 'late', name: 'Late', query: { filter: 'overdue' } })
      return visitor.put('/api/rename-order-view', { id: 'late', name: `Late ${crypto.randomUUID()}` })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/remove-order-view': {
    ask: (visitor) => visitor.put('/api/remove-order-view', { id: 'none' }),
    answers: staffOnly,
    closed: 'open to all',
  },
  ...rowsOfActions(),
  'post /api/confirm-payment': onPayment('/api/confirm-payment', { amount: '13000' }),
  'post /api/question-payment': onPayment('/api/question-payment', { question: 'Which bank?' }),
  'post /api/reopen-payment': onPayment('/api/reopen-payment', {}),
  'post /api/send-receipt': {
    async ask(visitor, { orderId }) {
      const received = { payment: 'payment-2', amount: '13000', reference: '6338', paidOn: '2026-11-16' }
      await (await roles[3]![1]()).post('/api/record-payment', { orderId, ...received })
      return visitor.post('/api/send-receipt', { orderId, payment: 'payment-2' })
    },
    answers: staffOnly,
  },
  'post /api/accept-proposal': onProposal('/api/accept-proposal', { name: 'Asha Rao' }, 401, 200, 404, 403),
  'post /api/decline-proposal': onProposal('/api/decline-proposal', { reason: 'It can wait' }, 401, 200, 404, 403),
  'post /api/withdraw-proposal': onProposal('/api/withdraw-proposal', {}, ...staffOnly),
  'get /api/export-proposal-text': {
    async ask(visitor, scene) {
      await offer(scene)
      return visitor.get(`/api/export-proposal-text?id=${scene.orderId}&version=1`)
    },
    answers: bothSides,
    closed: 'open to all',
  },
  // Of an order without a price there is nothing to issue, by those who may.
  'post /api/issue-invoice': onOrder('post', '/api/issue-invoice', {}, 401, 403, 403, 409),
  'post /api/issue-credit-note': onOrder(
    ...(['post', '/api/issue-credit-note', { documentId: 'none', reason: 'None' }, 401, 403, 403, 409] as const),
  ),
  'get /api/get-shared-files': get(({ orderId }) => `/api/get-shared-files?orderId=${orderId}`, 401, 200, 200, 200),
  'post /api/share-files': { ask: (visitor, { orderId }) => visitor.share(orderId, [note()]), answers: bothSides },
  'post /api/share-draft': {
    ask: (visitor, { orderId }) => visitor.upload('/api/share-draft', { orderId }, [picture()]),
    answers: staffOnly,
  },
  'post /api/request-changes': {
    ask: (visitor, { orderId }) => {
      const points = JSON.stringify([{ text: 'Make the number larger' }])
      return visitor.upload('/api/request-changes', { orderId, version: '1', price: '0', points })
    },
    answers: [401, 200, 404, 403],
  },
  'put /api/settle-point': {
    async ask(visitor, { orderId }) {
      const points = JSON.stringify([{ text: 'Make the number larger' }])
      await owner.upload('/api/request-changes', { orderId, version: '1', price: '0', points })
      return visitor.put('/api/settle-point', { orderId, phase: 'landing page', point: 'a', done: true })
    },
    answers: staffOnly,
  },
  'delete /api/delete-shared-file': {
    ask: (visitor, { file }) =>
      visitor.ask('DELETE', `/api/delete-shared-file?id=${file.id}&fileName=${file.filename}`),
    answers: bothSides,
  },
  'get /uploads/:filename': get(({ file }) => `/uploads/${file.filename}`, ...bothSides),
  'get /api/get-single-package': get('/api/get-single-package?packageId=1', ...staffOnly),
  'get /api/get-package-versions': get('/api/get-package-versions?packageId=1', ...staffOnly),
  'put /api/update-package': {
    ask: (visitor) => visitor.put('/api/update-package', { packageId: 1, questions: JSON.stringify(defaultQuestions) }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/update-progress': {
    ask: (visitor) => visitor.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(defaultSteps) }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-pricing': get('/api/get-pricing', ...everybody),
  'put /api/update-prices': {
    ask: async (visitor) => {
      const [prices] = (await visitor.get('/api/get-pricing')).body.data
      return visitor.put('/api/update-prices', { ...prices, inr_crm: '12000' })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-agency': get('/api/get-agency', ...everybody),
  'put /api/update-agency': {
    ask: (visitor) => visitor.put('/api/update-agency', { name: crypto.randomUUID() }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/update-logo': {
    ask: async (visitor) => {
      const form = new FormData()
      form.set('files', new File([await logoPicture()], 'logo.png'))
      return visitor.ask('PUT', '/api/update-logo', form)
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/logo/:filename': get(`/api/logo/logo-${'x'.repeat(22)}.png`, 404, 404, 404, 404),
  'get /api/get-terms': get('/api/get-terms', ...everybody),
  'put /api/update-terms': {
    ask: (visitor) => visitor.put('/api/update-terms', { introduction: crypto.randomUUID() }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-works': get('/api/get-works', ...everybody),
  'put /api/update-work': {
    ask: (visitor) => visitor.put('/api/update-work', { id: 1, title: crypto.randomUUID() }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-mail-texts': get('/api/get-mail-texts', ...staffOnly),
  'put /api/update-mail-text': {
    ask: (visitor) => visitor.put('/api/update-mail-text', { mail: 'welcome', subject: crypto.randomUUID() }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'post /api/test-mail': {
    ask: (visitor) => visitor.post('/api/test-mail', { mail: 'welcome', subject: 'Hello', text: '{link}' }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-setting-versions': get('/api/get-setting-versions?of=agency', ...staffOnly),
  'post /api/submit-details': {
    ask: (visitor) => visitor.post('/api/submit-details', lead),
    answers: everybody,
    closed: 'open to all',
  },
  'post /api/record-fit-test': {
    ask: (visitor) =>
      visitor.post('/api/record-fit-test', { answers: { 1: 'no', 2: 'no', 3: 'no', 4: 'no', 5: 'yes' } }),
    answers: everybody,
    closed: 'open to all',
  },
  'post /api/begin-funnel': {
    ask: (visitor) => visitor.post('/api/begin-funnel', {}),
    answers: everybody,
    closed: 'open to all',
  },
  'post /api/record-funnel-step': {
    ask: (visitor) => visitor.post('/api/record-funnel-step', { ticket: 'guessed', step: 'test' }),
    answers: everybody,
    closed: 'open to all',
  },
  'get /api/get-funnel': get('/api/get-funnel', ...staffOnly),
  'get /api/get-lead-counts': get('/api/get-lead-counts?dayEnds=2026-11-16T18:30:00.000Z', ...staffOnly),
  'get /api/get-lead': {
    ask: async (visitor) => {
      const { body } = await visitor.post('/api/submit-details', lead)
      expect(body.message).toBeDefined()
      const admin = await server.admin()
      const leadId = await admin.idOf(lead.email)
      const { body: moved } = await admin.put('/api/move-lead', { leadId, stage: 'new' })
      return visitor.get(`/api/get-lead?id=${leadId}`, { 'After-Position': moved.position })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/update-lead': {
    ask: async (visitor) => {
      await visitor.post('/api/submit-details', lead)
      return visitor.put('/api/update-lead', {
        leadId: await (await server.admin()).idOf(lead.email),
        note: 'Ring before noon.',
      })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-leads': get('/api/get-leads', ...staffOnly),
  'get /api/get-fit-tests': get('/api/get-fit-tests', ...staffOnly),
  'put /api/move-lead': {
    ask: async (visitor) => {
      await visitor.post('/api/submit-details', lead)
      return visitor.put('/api/move-lead', {
        leadId: await (await server.admin()).idOf(lead.email),
        stage: 'contacted',
      })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/convert-lead': {
    ask: async (visitor) => {
      await visitor.post('/api/submit-details', lead)
      return visitor.put('/api/convert-lead', { leadId: await (await server.admin()).idOf(lead.email) })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/push-key': get('/api/push-key', ...everybody),
  'post /api/add-subscription': {
    // An account of its own, with no order: nothing is ever sent to push.example.
    ask: async (visitor) => {
      const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }
      const subscription = { endpoint: 'https://push.example/1', keys }
      return (visitor.cookie ? await server.client() : visitor).post('/api/add-subscription', { subscription })
    },
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'get /api/subscriptions': get('/api/subscriptions', 401, 200, 200, 200),
  'delete /api/delete-subscription': {
    ask: (visitor) => visitor.ask('DELETE', `/api/delete-subscription?id=${'x'.repeat(22)}`),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'post /api/test-push': {
    // An account of its own, with no device: otherwise a push would be sent.
    ask: async (visitor) => (visitor.cookie ? await server.client() : visitor).post('/api/test-push', {}),
    answers: [401, 409, 409, 409],
    closed: 'open to all',
  },
  'get /api/notifications': get('/api/notifications', 401, 200, 200, 200),
  'put /api/choose-notifications': {
    ask: (visitor) => visitor.put('/api/choose-notifications', { mail: true, push: false }),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'get /api/get-people': get('/api/get-people?role=client', ...staffOnly),
  'get /api/get-person': {
    ask: async (visitor) => visitor.get(`/api/get-person?id=${await someoneElse()}`),
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-client-orders': get('/api/get-client-orders?id=unknown', ...staffOnly),
  'get /api/get-invitations': get('/api/get-invitations', ...staffOnly),
  'put /api/suspend-account': onPerson('/api/suspend-account', ...staffOnly),
  'put /api/reinstate-account': onPerson('/api/reinstate-account', ...staffOnly),
  // Of a client, which cannot be removed.
  'put /api/remove-admin': onPerson('/api/remove-admin', 401, 403, 403, 409),
  'put /api/end-sessions': onPerson('/api/end-sessions', ...staffOnly),
  'put /api/reset-second-factor': onPerson('/api/reset-second-factor', ...staffOnly),
  'get /api/get-second-factor': get('/api/get-second-factor', 401, 200, 200, 200),
  'post /api/start-second-factor': {
    ask: (visitor) => visitor.post('/api/start-second-factor', { password: 'a wrong one' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'post /api/enable-second-factor': {
    ask: (visitor) => visitor.post('/api/enable-second-factor', { code: '123456' }),
    answers: [401, 409, 409, 409],
    closed: 'open to all',
  },
  'post /api/disable-second-factor': {
    ask: (visitor) => visitor.post('/api/disable-second-factor', { password: 'a wrong one', code: '123456' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'post /api/replace-recovery-codes': {
    ask: (visitor) => visitor.post('/api/replace-recovery-codes', { password: 'a wrong one', code: '123456' }),
    answers: [401, 400, 400, 400],
    closed: 'open to all',
  },
  'get /api/export-history': get(({ orderId }) => `/api/export-history?id=${orderId}`, ...staffOnly),
  'get /api/export-order-json': get(({ orderId }) => `/api/export-order-json?id=${orderId}`, ...bothSides),
  'get /api/export-order-csv': get(({ orderId }) => `/api/export-order-csv?id=${orderId}`, ...bothSides),
  'get /api/export-order-pdf': get(
    ({ orderId }) => `/api/export-order-pdf?id=${orderId}&document=history`,
    ...bothSides,
  ),
  'get /api/get-calendar': get('/api/get-calendar', 401, 200, 200, 200),
  'post /api/make-calendar': {
    ask: (visitor) => visitor.post('/api/make-calendar', {}),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'put /api/renew-calendar': {
    ask: (visitor) => visitor.put('/api/renew-calendar', {}),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'delete /api/remove-calendar': {
    ask: (visitor) => visitor.ask('DELETE', '/api/remove-calendar'),
    answers: [401, 200, 200, 200],
    closed: 'open to all',
  },
  'get /api/calendar/:filename': get('/api/calendar/guessed.ics', 404, 404, 404, 404),
  'get /api/schemas/order-events.json': get('/api/schemas/order-events.json', ...everybody),
  'get /api/export-orders': get('/api/export-orders', ...staffOnly),
  'get /api/export-clients': get('/api/export-clients', ...staffOnly),
  'get /api/export-leads': get('/api/export-leads', ...staffOnly),
  'get /api/export-payments': get('/api/export-payments', ...staffOnly),
  'get /api/get-api-keys': get('/api/get-api-keys', ...staffOnly),
  'post /api/create-api-key': {
    ask: (visitor) => visitor.post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] }),
    answers: [401, 403, 403, 201],
    closed: 'open to all',
  },
  'put /api/revoke-api-key': {
    ask: async (visitor) => {
      const made = await (await server.admin()).post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] })
      return visitor.put('/api/revoke-api-key', { id: made.body.events[0].stream.slice('api-key-'.length) })
    },
    answers: staffOnly,
    closed: 'open to all',
  },
  'get /api/get-webhooks': get('/api/get-webhooks', ...staffOnly),
  'post /api/add-webhook': {
    ask: (visitor) => visitor.post('/api/add-webhook', webhook),
    answers: [401, 403, 403, 201],
    closed: 'open to all',
  },
  'put /api/update-webhook': {
    ask: async (visitor) => visitor.put('/api/update-webhook', { webhookId: await addedWebhook(), events: ['*'] }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/rotate-webhook-secret': {
    ask: async (visitor) => visitor.put('/api/rotate-webhook-secret', { webhookId: await addedWebhook() }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'put /api/switch-webhook': {
    ask: async (visitor) => visitor.put('/api/switch-webhook', { webhookId: await addedWebhook(), on: false }),
    answers: staffOnly,
    closed: 'open to all',
  },
  'delete /api/remove-webhook': {
    ask: async (visitor) => visitor.ask('DELETE', `/api/remove-webhook?webhookId=${await addedWebhook()}`),
    answers: staffOnly,
    closed: 'open to all',
  },
  'post /api/test-webhook': {
    // None that there is: nothing is sent anywhere.
    ask: (visitor) => visitor.post('/api/test-webhook', { webhookId: 'x'.repeat(22) }),
    answers: [401, 403, 403, 404],
    closed: 'open to all',
  },
  'get /api/get-deliveries': {
    ask: async (visitor) => visitor.get(`/api/get-deliveries?webhookId=${await addedWebhook()}`),
    answers: staffOnly,
    closed: 'open to all',
  },
  'post /api/replay-delivery': {
    ask: async (visitor) =>
      visitor.post('/api/replay-delivery', { webhookId: await addedWebhook(), deliveryId: 'none' }),
    answers: [401, 403, 403, 404],
    closed: 'open to all',
  },
  'get /api/get-security-log': get('/api/get-security-log', ...staffOnly),
  'get /api/get-activity': get('/api/get-activity', ...staffOnly),
  'get /api/openapi.json': get('/api/openapi.json', ...everybody),
  'get /api/docs': get('/api/docs', ...everybody),
}

let server: TestServer
let owner: Visitor
let roles: [string, () => Promise<Visitor>][]
beforeAll(async () => {
  server = await startTestServer({ openOrdersPerClient: 5_000 }) // each call has an order of its own
  owner = await server.client('Asha Rao')
  const other = await server.client('Farhan Qureshi')
  const admin = await server.admin()
  // A copy each time: a call may log its caller out, or in to another account.
  const as =
    ({ cookie, password }: Visitor) =>
    async () =>
      Object.assign(server.visitor(), { cookie, password })
  roles = [
    ['a visitor', async () => server.visitor()],
    ["the order's client", as(owner)],
    ['another client', as(other)],
    ['an admin', as(admin)],
  ]
})
afterAll(() => server.close())

async function scene(): Promise<Scene> {
  const orderId = await owner.order()
  const [{ id, data }] = (await owner.share(orderId, [picture()])).body.events
  await (await roles[3]![1]()).put('/api/upload-design', { orderId, link: 'https://www.figma.com/design/first' })
  return { orderId, file: { id, filename: data.file.filename } }
}

describe('every call', () => {
  // spec: 6.4
  // security: 8.2
  it('is in the matrix', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body as { paths: Record<string, object> }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(Object.keys(matrix).sort()).toEqual(described.sort())
  })

  const withoutSession = (Object.keys(contract) as CallName[]).filter(
    (name) => contract[name].roles === 'anyone' && 'body' in contract[name],
  )
  it.each(withoutSession)('%s takes no large body, since it needs no session', async (name) => {
    const { method, path } = endpointOf(name)
    const answer = await server.visitor().ask(method, path, { text: 'x'.repeat(5_000) })
    expect(answer.status).toBe(413)
  })

  // spec: 6.2, 6.3, 6.4, 6.9, 6.16
  // security: 8.2
  it.each(Object.keys(matrix))('%s: whose it is', async (name) => {
    const { ask, answers } = matrix[name]!
    const found: [string, number][] = []
    // The logging out comes last: it would end the session for the others.
    for (const [role, visitor] of roles) {
      const caller = name === 'get /api/logout' ? server.visitor() : await visitor()
      found.push([role, (await ask(caller, await scene())).status])
    }
    expect(found).toEqual(roles.map(([role], at) => [role, answers[at]]))
  })

  // spec: 4.16, 8.4
  it.each(Object.keys(matrix).filter((name) => matrix[name]!.closed !== 'open to all'))(
    '%s: refused once the order is closed',
    async (name) => {
      const { ask, answers } = matrix[name]!
      const at = await scene()
      const admin = await roles[3]![1]()
      await admin.put('/api/complete-or-cancell', { orderId: at.orderId, status: 'cancel' })
      for (const [index, [, visitor]] of roles.entries()) {
        if (answers[index] !== 200) continue
        const { status, body } = await ask(await visitor(), at)
        expect([status, body.message]).toEqual([
          409,
          expect.stringMatching(/^(Order (Already|Either) Completed Or|Sorry Not)/),
        ])
      }
    },
  )
})
