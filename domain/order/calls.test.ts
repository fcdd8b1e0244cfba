import { describe, expect, it } from 'vitest'
import { orderCalls } from './calls.ts'

describe('the calls on an order', () => {
  // Specification section 7, its own spelling included. Files and answers arrive as forms, and have routes of their own.
  it.each([
    ['put', '/api/update-progress-status'],
    ['put', '/api/upload-design'],
    ['put', '/api/upload-payment-link'],
    ['put', '/api/update-pricing'],
    ['put', '/api/update-proposal'],
    ['put', '/api/complete-or-cancell'],
  ])('are what the specification says: %s %s', (method, path) =>
    expect(orderCalls.filter((call) => call.path === path).map((call) => call.method)).toEqual([method]),
  )
  it('each have a path and an action of their own', () => {
    expect(new Set(orderCalls.map(({ path }) => path)).size).toBe(orderCalls.length)
    expect(new Set(orderCalls.map(({ action }) => action)).size).toBe(orderCalls.length)
  })
  // What the specification sends: these names, and only these, have to be there. A form that sends what its writer
  // touched leaves the rest out: of these one is enough.
  const mayBeLeftOut = new Set(
    'paidAmount actualAmount noOfRevisions receiverName date problem goals solution'.split(' '),
  )
  it.each([
    ['/api/update-progress-status', { orderId: 'x1', progressId: 1 }],
    ['/api/upload-design', { orderId: 'x1', link: 'https://www.figma.com/design/x' }],
    ['/api/upload-payment-link', { orderId: 'x1', paymentLink: 'https://pay.example/x' }],
    ['/api/update-pricing', { orderId: 'x1', paidAmount: '0', actualAmount: '45000', noOfRevisions: '2' }],
    [
      '/api/update-proposal',
      { orderId: 'x1', receiverName: 'Asha', date: '2026-11-04', problem: 'A.', goals: 'B.', solution: 'C.' },
    ],
    ['/api/complete-or-cancell', { orderId: 'x1', status: 'complete' }],
  ])('take what the specification sends to %s', (path, payload) => {
    const { action } = orderCalls.find((call) => call.path === path)!
    expect(action.input.safeParse(payload).success).toBe(true)
    for (const name of Object.keys(payload)) {
      const { success } = action.input.safeParse({ ...payload, [name]: undefined })
      expect([name, success]).toEqual([name, mayBeLeftOut.has(name)])
    }
  })
})
