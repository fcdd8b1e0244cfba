import { describe, expect, it } from 'vitest'
import { funnelScene } from './funnel-scene.ts'

const scene = funnelScene()
const { passing, funnel, press, isOn, field, answer, start, fillDetails, survivesReload } = scene

describe('a visitor', () => {
  it('takes the test, sees the prices, and has an account: over a reload in each state', async () => {
    await start()
    await survivesReload(/5 questions, 2 minutes/)
    await answer({ ...passing, 5: 'Yes' })
    await survivesReload(/We are not the right fit/)
    await press('Try Again')
    await answer(passing)
    await survivesReload(/Congratulations/)
    await press('Step 2 - See Pricing')
    await survivesReload(/Your details/)

    await press('Step 3 - See Your Pricing')
    await funnel().getByText('Please enter an email address').waitFor()
    expect(await funnel().getByText('Please enter a number').count()).toBe(4)
    await fillDetails('rohini@example.com')
    await press('Step 3 - See Your Pricing')
    await survivesReload(/Calculating your prices/)
    await scene.page.keyboard.press('Tab')
    await funnel().getByRole('button', { name: 'Skip to the prices' }).focus()
    await scene.page.keyboard.press('Enter')

    await survivesReload(/What it costs elsewhere/)
    const row = async (name: string) =>
      (await funnel().getByRole('row').filter({ hasText: name }).getByRole('cell').allTextContents()).map((cell) =>
        cell.trim(),
      )
    await funnel().getByRole('table').waitFor()
    expect(await row('Design')).toEqual(['₹15,000', '$180'])
    expect(await row('Total')).toEqual(['₹1,05,000', '$1,260'])
    expect(await row('Our Price')).toEqual(['₹45,000', '$203'])

    await press('See Everything You Will Get')
    await survivesReload(/Everything You Will Get/)
    const offered = await funnel().getByRole('listitem').allTextContents()
    expect(new Set(offered).size).toBe(14)
    for (const item of ['hand-coded website', 'Free lifetime bug fixes', 'full source code', 'Transparent pricing'])
      expect(offered).toContainEqual(expect.stringContaining(item))
    await press('Back')
    await isOn(/What it costs elsewhere/)
    await press('Step 4 - Lets Get Started')
    await survivesReload(/Almost done/)
    expect(await field('Email Address').inputValue()).toBe('rohini@example.com')
    await field('Password').fill('older-than-me-1931')
    await press('Register')
    await scene.page.waitForURL('**/dashboard')
    await scene.page.getByText('Tell us about your business').waitFor()

    const admin = await scene.server.admin()
    const { body } = await admin.get('/api/get-leads')
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{ name: 'Rohini Iyer', email: 'rohini@example.com', phone: '+919845031177' },
        ...{ years: 14, employees: 9, roles: 4, customers: 1200, source: 'customer-filter' },
        answers: { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' },
      }),
    ])
    // Each step is counted once, however often it was shown; a moment after it was.
    const counted = ['success', 'details', 'analyzing', 'pricing', 'offerings', 'confirm', 'registered']
    const reached = async () => {
      const { steps } = (await admin.get('/api/get-funnel?days=1')).body
      return counted.map((name) => steps.find(({ step }: { step: string }) => step === name).reached)
    }
    await expect.poll(reached).toEqual(Array(7).fill(1))
    // The way has led to its end: the next visit begins anew.
    await scene.page.goto('/')
    await isOn('Take A Quick Test. 5 yes-or-no questions.')
  })
})
