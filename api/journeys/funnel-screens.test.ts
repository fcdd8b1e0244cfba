import type { Route } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fitQuestions } from '#domain/site/fit-test.ts'
import { person, violations } from './browsing.ts'
import { funnelScene } from './funnel-scene.ts'
import { hasFocus } from './order-scene.ts'

const scene = funnelScene()
const { passing, funnel, press, isOn, field, answer, start, fillDetails, goToThePrices } = scene

describe('the fit test', () => {
  // spec: 5.1
  it('asks for the answers that are missing', async () => {
    await start()
    await answer({ 1: 'Yes', 2: 'Yes', 4: 'Yes' })
    await expect.poll(() => funnel().getByText('Please answer yes or no').count()).toBe(2)
    await hasFocus(scene.page.locator('[name="3"]').first())
    expect(await violations(scene.page)).toEqual([])
  })

  it('has nothing of the footer under the thumb that pressed Next, for a second tap', async () => {
    const { context, page } = await person(scene.page.context().browser()!, scene.server.url, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'no-preference',
    })
    onTestFinished(() => context.close())
    await page.goto('/')
    await page.getByRole('button', { name: 'Step 1 - Start The Test' }).click()
    for (const { id } of fitQuestions) await page.locator(`[name="${id}"][value="${id === 5 ? 'no' : 'yes'}"]`).check()
    const next = page.getByRole('button', { name: 'Next', exact: true })
    await next.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
    const seen = await next.evaluate(async (button: HTMLElement) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const under = new Set<string>()
      const frame = () => new Promise(requestAnimationFrame)
      button.click()
      // Until the next screen is at rest at its place.
      for (let still = 0, last = -1; still < 10; still = scrollY === last ? still + 1 : 0) {
        last = scrollY
        await frame()
        if (button.isConnected) still = 0
        under.add(document.elementFromPoint(x, y)?.closest('footer, main')?.localName ?? 'nothing')
      }
      return [...under]
    })
    expect(seen).toEqual(['main'])
  })

  // spec: 2.36, 3.2, 4.1, 5.2, 5.3, 8.12, 9.3
  it('gives the reason of each answer that fails it, alone and all together', async () => {
    await start()
    const failing = fitQuestions.filter(({ fails }) => fails)
    for (const wrong of [...failing.map((each) => [each]), failing]) {
      const turned = wrong.map(({ id, fails }) => [id, fails === 'yes' ? 'Yes' : 'No'])
      await answer({ ...passing, ...Object.fromEntries(turned) })
      await isOn(/We are not the right fit right now/)
      const reasons = await funnel().getByRole('listitem').locator('p:last-child').allTextContents()
      expect(reasons).toEqual(wrong.map(({ because }) => because))
      await press('Try Again')
      await isOn(/5 questions, 2 minutes/)
    }
    // All of them are counted before others are.
    const admin = await scene.server.admin()
    const counted = async () => (await admin.get('/api/get-fit-tests?days=1')).body.data[0]?.failed
    await expect.poll(counted).toBe(failing.length + 1)
  })
})

describe('the title of the test that was passed', () => {
  it('has its word on one line on the narrowest phone', async () => {
    await scene.page.setViewportSize({ width: 320, height: 700 })
    await start()
    await answer(passing)
    const title = funnel().getByRole('heading', { level: 2, name: 'Congratulations.' })
    await title.waitFor()
    const lines = title.evaluate((element) => {
      const word = document.createRange()
      word.setStart(element.firstChild!, 0)
      word.setEnd(element.firstChild!, 'Congratulations.'.length)
      return word.getClientRects().length
    })
    expect(await lines).toBe(1)
  })
})

describe('the details', () => {
  it('keep what was written over a reload, and another page, until they are sent', async () => {
    await start()
    await answer(passing)
    await press('Step 2 - See Pricing')
    await fillDetails('half')
    await scene.page.reload()
    await expect.poll(() => field('Email Address').inputValue()).toBe('half')
    await scene.page.getByRole('link', { name: 'T&C' }).first().click()
    await scene.page.waitForURL('**/terms-and-conditions')
    await scene.page.goBack()
    expect(await field('Customers per month').inputValue()).toBe('1,200')
    await field('Email Address').fill('rohini.iyer@example.com')
    await press('Step 3 - See Your Pricing')
    await isOn(/Calculating your prices/)
    expect(await scene.page.evaluate(() => sessionStorage.getItem('funnel-details'))).toBe(null)
  })
})

describe('a visitor', () => {
  // spec: 1.7, 1.8, 2.34, 2.35, 2.37, 2.38, 2.40, 2.41, 2.42, 3.3, 3.4, 4.2, 4.5, 4.6, 5.4, 5.5, 7.5, 7.6, 9.5, 9.6, 9.8
  // spec: 4.7
  it('is counted at each step, once, also where the answer went with a page that was left', async () => {
    const admin = await scene.server.admin()
    const reached = async () => {
      const { steps } = (await admin.get('/api/get-funnel?days=1')).body
      const [tests] = (await admin.get('/api/get-fit-tests?days=1')).body.data
      const counted = ['failed', 'success', 'details', 'pricing', 'offerings', 'confirm'].map(
        (name) => steps.find(({ step }: { step: string }) => step === name).reached as number,
      )
      return [...counted, (tests?.failed ?? 0) as number]
    }
    /** Does what is counted, and leaves the page before it is told. */
    const leaveAfter = async (path: string, work: () => Promise<void>, title: RegExp) => {
      const recorded = Promise.withResolvers<void>()
      const recordWithoutAnswer = async (route: Route) => {
        await route.fetch()
        recorded.resolve()
      }
      await scene.page.route(path, recordWithoutAnswer, { times: 1 })
      await work()
      await recorded.promise
      await scene.page.reload()
      await isOn(title)
    }
    const before = await reached()
    await start()
    const failing = () => answer({ ...passing, 5: 'Yes' })
    await leaveAfter('**/api/record-fit-test', failing, /We are not the right fit/)
    await press('Try Again')
    await answer(passing)
    await isOn(/Congratulations/)
    await press('Step 2 - See Pricing')
    await fillDetails('noor@example.com')
    await press('Step 3 - See Your Pricing')
    await isOn(/Calculating your prices/)
    await scene.page.keyboard.press('Enter')
    await funnel().getByRole('table').waitFor()
    const seeEverything = () => press('See Everything You Will Get')
    await leaveAfter('**/api/record-funnel-step', seeEverything, /Everything You Will Get/)
    await press('Back')
    await press('Step 4 - Lets Get Started')
    await isOn(/Almost done/)
    await expect.poll(reached).toEqual(before.map((count) => count + 1))
  })

  it('does not ask again for what was refused', async () => {
    const requests: Route[] = []
    await scene.page.route('**/api/record-fit-test', (route) => {
      requests.push(route)
      return route.fulfill({ status: 400, json: { message: 'This cannot be counted' } })
    })
    await start()
    await answer(passing)
    await isOn(/Congratulations/)
    await expect.poll(() => requests.length).toBe(1)
    await expect.poll(() => scene.page.evaluate(() => sessionStorage.getItem('funnel-pending'))).toBe('[]')
    await scene.page.reload()
    await isOn(/Congratulations/)
    await press('Step 2 - See Pricing')
    await isOn(/Your details/)
    expect(requests).toHaveLength(1)
  })

  it('goes back and forth by the buttons of the browser, past the wait', async () => {
    await goToThePrices('kabir@example.com')
    await isOn(/What it costs elsewhere/)
    // Every screen begins where the funnel does, below the bar.
    const distance = () => funnel().evaluate((section) => Math.abs(section.getBoundingClientRect().top))
    await expect.poll(distance).toBeLessThan(100)
    for (const title of [/Your details/, /Congratulations/, /5 questions, 2 minutes/, 'Take A Quick Test.']) {
      await scene.page.goBack()
      await isOn(title)
    }
    for (const title of [/5 questions, 2 minutes/, /Congratulations/, /Your details/, /What it costs elsewhere/]) {
      await scene.page.goForward()
      await isOn(title)
    }
  })

  it('finds what they entered when they come back to a form, and the prices behind a link of the site', async () => {
    await goToThePrices('ila@example.com')
    await isOn(/What it costs elsewhere/)
    await scene.page.goBack()
    await isOn(/Your details/)
    expect(await scene.field('Customers per month').inputValue()).toBe('1200')
    expect(await scene.field('Email Address').inputValue()).toBe('ila@example.com')
    for (const title of [/Congratulations/, /5 questions, 2 minutes/]) {
      await scene.page.goBack()
      await isOn(title)
    }
    const group = funnel().getByRole('group', { name: fitQuestions[4]!.question })
    expect(await group.getByLabel('No').isChecked()).toBe(true)
    for (const title of [/Congratulations/, /Your details/, /What it costs elsewhere/]) {
      await scene.page.goForward()
      await isOn(title)
    }
    const link = (name: string) => scene.page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name })
    await link('T&C').click()
    await scene.page.waitForURL('**/terms-and-conditions')
    await link('Home').click()
    await press('Step 4 - Lets Get Started')
    await isOn(/Almost done/)
    await scene.page.goBack()
    await isOn(/What it costs elsewhere/)
    await scene.page.reload()
    await isOn(/What it costs elsewhere/)
  })

  it('finds what they corrected last, however often they come back', async () => {
    const question = () => funnel().getByRole('group', { name: fitQuestions[4]!.question })
    const backTo = async (title: RegExp) => {
      await scene.page.goBack()
      await isOn(title)
    }
    await start()
    await answer(passing)
    await isOn(/Congratulations/)
    await backTo(/5 questions, 2 minutes/)
    await answer({ 5: 'Yes' })
    await isOn(/not the right fit/)
    await backTo(/5 questions, 2 minutes/)
    expect(await question().getByLabel('Yes').isChecked()).toBe(true)
    await answer(passing)
    await press('Step 2 - See Pricing')
    for (const email of ['ila@example.con', 'ila@example.com']) {
      await fillDetails(email)
      await press('Step 3 - See Your Pricing')
      await isOn(/Calculating your prices/)
      await scene.page.keyboard.press('Enter')
      await isOn(/What it costs elsewhere/)
      await backTo(/Your details/)
      expect(await field('Email Address').inputValue()).toBe(email)
    }
  })

  it('finds each screen again by Forward, also where Back was pressed before the page had settled', async () => {
    await start()
    await answer(passing)
    await isOn(/Congratulations/)
    await scene.page.evaluate(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...entry) => {
        push(...entry)
        history.pushState = push
        history.back()
      }
    })
    await press('Step 2 - See Pricing')
    await isOn(/Congratulations/)
    await scene.page.goForward()
    await isOn(/Your details/)
    await scene.page.goBack()
    await isOn(/Congratulations/)
  })

  it('is not found by the next person in the same window, once they have logged out', async () => {
    const { page } = scene
    await goToThePrices('mira@example.com')
    await press('Step 4 - Lets Get Started')
    await isOn(/Almost done/)
    await field('Password').fill('older-than-me-1931')
    await press('Register')
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Home' }).click()
    await press('Step 1 - Start The Test')
    await isOn(/5 questions, 2 minutes/)
    await page.evaluate(() => history.go(-4))
    await isOn('Take A Quick Test.')
  })

  it('comes back from the test to the start, also by an address that names the place', async () => {
    await scene.page.goto('/')
    await scene.page.goto('/#test-container')
    await press('Step 1 - Start The Test')
    await isOn(/5 questions, 2 minutes/)
    await scene.page.goBack()
    await isOn('Take A Quick Test.')
  })

  // spec: 4.8
  it('is scrolled to where the funnel begins, at each change of its screen', async () => {
    await scene.page.setViewportSize({ width: 360, height: 640 })
    const distance = () => funnel().evaluate((section) => section.getBoundingClientRect().top)
    /** Presses a button from well below where the funnel begins, as a click by itself scrolls nowhere. */
    const pressFromBelow = async (name: string, title: RegExp | string) => {
      await funnel().evaluate((section) =>
        window.scrollBy({ top: section.getBoundingClientRect().top + 300, behavior: 'instant' }),
      )
      expect(await distance()).toBeLessThan(-200)
      await funnel().getByRole('button', { name }).dispatchEvent('click')
      await isOn(title)
      await expect.poll(async () => Math.abs(await distance())).toBeLessThan(100)
    }
    await scene.page.goto('/')
    await press('Step 1 - Start The Test')
    await isOn(/5 questions, 2 minutes/)
    for (const { id, question } of fitQuestions) {
      await funnel().getByRole('group', { name: question }).getByLabel(passing[id]!).check()
    }
    await pressFromBelow('Next', /Congratulations/)
    await press('Step 2 - See Pricing')
    await fillDetails('tara@example.com')
    await pressFromBelow('Step 3 - See Your Pricing', /Calculating your prices/)
    await scene.page.keyboard.press('Enter')
    await funnel().getByRole('table').waitFor()
    await pressFromBelow('See Everything You Will Get', /Everything You Will Get/)
    await pressFromBelow('Back', /What it costs elsewhere/)
    await pressFromBelow('Step 4 - Lets Get Started', /Almost done/)
  })

  it('is told below the prices what they leave open', async () => {
    await goToThePrices('uma@example.com')
    const notes = await funnel().locator('.funnel-notes').getByRole('listitem').allTextContents()
    expect(notes).toHaveLength(4)
    for (const [at, words] of [/may change.*99%/, /we pay.*hosting/i, /you pay.*domain/i, /free.*bugs/i].entries()) {
      expect(notes[at]).toMatch(words)
    }
  })

  // spec: 2.39, 4.3, 4.4, 9.4
  it('waits ten seconds, and is told what is read meanwhile', async () => {
    await scene.page.emulateMedia({ reducedMotion: 'no-preference' })
    await scene.page.clock.install()
    await start()
    await answer(passing)
    await press('Step 2 - See Pricing')
    await fillDetails('lata@example.com')
    // No point of the wait passes before it is looked at.
    await scene.page.clock.pauseAt(await scene.page.evaluate(() => Date.now() + 60_000))
    await press('Step 3 - See Your Pricing')
    await isOn(/Calculating your prices/)
    for (let n = 0; n < 3; n++) await scene.page.keyboard.down('Enter')
    await scene.page.keyboard.up('Enter')
    await isOn(/Calculating your prices/)
    expect(await funnel().getByRole('button').count()).toBe(0)
    const bar = funnel().getByRole('progressbar', { name: 'Do Not Refresh Please Wait' })
    const progress = async () => Number(await bar.getAttribute('aria-valuenow'))
    for (const [upTo, text] of [
      [20, 'Analyzing years'],
      [40, 'Analyzing number of years'],
      [60, 'Analyzing your different job roles'],
      [80, 'Analyzing monthly customers'],
    ] as const) {
      await scene.page.clock.runFor(100 * (upTo - (await progress())))
      await funnel().getByRole('status').filter({ hasText: text }).waitFor()
      expect(await progress()).toBe(upTo)
    }
    await scene.page.clock.runFor(1_900)
    expect(await progress()).toBe(99)
    await scene.page.clock.runFor(100)
    await isOn(/What it costs elsewhere/)
  })

  it('is told when the prices cannot be had, and asks again', async () => {
    await start()
    await answer(passing)
    await press('Step 2 - See Pricing')
    await fillDetails('esha@example.com')
    await scene.page.route('**/api/get-pricing', (route) => route.abort())
    await press('Step 3 - See Your Pricing')
    await isOn(/Calculating your prices/)
    await scene.page.keyboard.press('Enter')
    await funnel().getByText('We can’t reach the server').waitFor()
    await scene.page.unroute('**/api/get-pricing')
    await press('Try Again')
    await funnel().getByRole('cell', { name: '₹45,000' }).waitFor()
  })

  // spec: 9.8
  it('sees one price on all screens, once an admin has changed it', async () => {
    const admin = await scene.server.admin()
    const { data } = (await admin.get('/api/get-pricing')).body
    expect((await admin.put('/api/update-prices', { ...data[0], inr_price: '52000', usd_price: '610' })).status).toBe(
      200,
    )
    onTestFinished(async () => void (await admin.put('/api/update-prices', data[0])))
    await goToThePrices('zoya@example.com')
    await funnel().getByRole('cell', { name: '₹52,000' }).waitFor()
    await press('See Everything You Will Get')
    await funnel().getByText('₹52,000 about $610').waitFor()
  })
})
