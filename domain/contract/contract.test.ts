import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import { type CallName, contract, endpointOf } from './contract.ts'
import { calledOrderCommands } from './orders.ts'

const named = (endpoint: string): CallName | undefined =>
  (Object.keys(contract) as CallName[]).find((name) => contract[name].endpoint === endpoint)

describe('the contract', () => {
  // Specification section 7, its own spelling included.
  it.each([
    'GET /api/get-pricing',
    'POST /api/submit-details',
    'POST /api/register',
    'POST /api/login',
    'GET /api/logout',
    'POST /api/checkotp',
    'POST /api/checkotp/otp',
    'POST /api/update-password',
    'GET /api/get-questions',
    'POST /api/submit-answer',
    'GET /api/check-submission',
    'GET /api/user-order',
    'GET /api/get-orders',
    'GET /api/get-single-order',
    'GET /api/get-single-package',
    'PUT /api/update-package',
    'PUT /api/update-progress',
    'PUT /api/update-progress-status',
    'PUT /api/upload-design',
    'PUT /api/upload-payment-link',
    'PUT /api/update-pricing',
    'PUT /api/update-proposal',
    'PUT /api/complete-or-cancell',
    'GET /api/get-shared-files',
    'POST /api/share-files',
    'DELETE /api/delete-shared-file',
    'POST /api/add-subscription',
    'GET /uploads/:filename',
  ])('has the call that the specification names: %s', (endpoint) => expect(named(endpoint)).toBeDefined())

  it('gives every call an endpoint of its own', () => {
    const all = Object.values(contract).map(({ endpoint }) => endpoint)
    expect(new Set(all).size).toBe(all.length)
  })

  it('calls a command on an order by its own name', () => {
    for (const [name, command] of Object.entries(calledOrderCommands)) expect(command.name).toBe(name)
  })

  it('lets an admin view as a client only what reads', () => {
    const viewable = (Object.entries(contract) as [CallName, Call][]).filter(([, call]) => call.viewable)
    expect(viewable.map(([name]) => endpointOf(name).method)).toEqual(viewable.map(() => 'GET'))
    expect(viewable.map(([name]) => name).sort()).toEqual([
      'checkSubmission',
      'exportOrderCsv',
      'exportOrderJson',
      'exportOrderPdf',
      'exportProposalText',
      'getAgency',
      'getAgreements',
      'getConversation',
      'getHistory',
      'getOrderEvents',
      'getPricing',
      'getSession',
      'getSharedFiles',
      'getSingleOrder',
      'getTerms',
      'getTimeline',
      'getWorks',
      'userOrder',
      'verifyHistory',
    ])
  })

  it('takes If-Match and a body only with what changes something', () => {
    for (const [name, call] of Object.entries(contract) as [CallName, Call][]) {
      if (endpointOf(name).method === 'GET')
        expect([call.ifMatch, call.body, call.form]).toEqual([undefined, undefined, undefined])
    }
  })

  // What the specification sends: these names, and only these, have to be there. A form that sends what its writer
  // touched leaves the rest out: of these one is enough.
  const mayBeLeftOut = new Set(
    'paidAmount actualAmount noOfRevisions receiverName date problem goals solution'.split(' '),
  )
  // spec: 3.21, 7.25, 7.26, 7.27, 7.28, 7.29
  it.each([
    ['PUT /api/update-progress-status', { orderId: 'x1', progressId: 1 }],
    ['PUT /api/upload-design', { orderId: 'x1', link: 'https://www.figma.com/design/x' }],
    ['PUT /api/upload-payment-link', { orderId: 'x1', paymentLink: 'https://pay.example/x' }],
    ['PUT /api/update-pricing', { orderId: 'x1', paidAmount: '0', actualAmount: '45000', noOfRevisions: '2' }],
    [
      'PUT /api/update-proposal',
      { orderId: 'x1', receiverName: 'Asha', date: '2026-11-04', problem: 'A.', goals: 'B.', solution: 'C.' },
    ],
    ['PUT /api/complete-or-cancell', { orderId: 'x1', status: 'complete' }],
  ])('takes what the specification sends to %s', (endpoint, payload) => {
    const { body } = contract[named(endpoint)!] as Call
    expect(body!.safeParse(payload).success).toBe(true)
    for (const name of Object.keys(payload)) {
      const { success } = body!.safeParse({ ...payload, [name]: undefined })
      expect([name, success]).toEqual([name, mayBeLeftOut.has(name)])
    }
  })
})
