import { createECDH } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { demoIdOf } from '#api/demo/demo.ts'
import { orderIdOf } from '#api/routes/questionnaire/onboarding.ts'
import { pdf, wave } from '#api/testing/files.ts'
import { picture, startTestServer, Visitor } from '#api/testing/test-server.ts'
import { demoPassword } from '#domain/samples.ts'
import { person, resumeSession } from './browsing.ts'

const people = {
  admin: 'meera@longhand.example',
  asha: 'asha@neelgirilooms.example',
  farhan: 'farhan@lampandladle.example',
}
const order = (owner: 'asha' | 'farhan', number: number) =>
  `/order-detail/${orderIdOf(demoIdOf(people[owner]), number)}`

const tashisOrder = `/order-detail/${orderIdOf(demoIdOf('tashi@kanchenhomestay.example'), 1)}`

/** Where an admin looks at Asha's pages as she sees them. */
const viewOf = `/view-as/${demoIdOf(people.asha)}`

type Screen = {
  name: string
  /** Who looks: a visitor, a person of the demo, or a client who has just registered. */
  as?: keyof typeof people | 'newcomer'
  path: string
  /** Words by which the screen has come. */
  has: string
  /** Whether it follows along, and is only there when it says so. */
  live?: true
  /** Whether the server writes it, and nothing of the site is around it. */
  plain?: true
  /** The person’s earlier requests, made once. */
  given?(visitor: Visitor): Promise<unknown>
  /** Acts on the page before it is looked at. */
  after?(page: Page): Promise<unknown>
}

/** A change that the page hears of, or does not: made in another window of the same person. */
const elsewhere = (page: Page, path: string, change: object) =>
  page.evaluate(
    ([path, body]) => fetch(path, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body }),
    [path, JSON.stringify(change)] as const,
  )

const asker = { name: 'Asha Rao', email: 'asha@neelgirilooms.example', phone: '98450 12345' }

/** Enters the password again where it is asked for, and waits for what comes then. */
async function confirmed(page: Page, next: string): Promise<void> {
  const password = page.getByLabel('Your password', { exact: true })
  const shown = page.getByText(next).first()
  await password.or(shown).first().waitFor()
  if (!(await password.isVisible())) return
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await shown.waitFor()
}

/** A state of the funnel, as a reload leaves it. */
const inFunnel = (screen: string, has: string, state: object = {}): Screen => ({
  name: `funnel-${screen}`,
  path: '/',
  has: 'Take A Quick Test.',
  async after(page) {
    await page.evaluate(
      (stored) => sessionStorage.setItem('funnel', stored),
      JSON.stringify({ screen, progress: 0, ...state }),
    )
    await page.reload()
    await page.getByText(has).filter({ visible: true }).first().waitFor()
    await page.locator('#test-container').scrollIntoViewIfNeeded()
  },
})

const funnelScreens: readonly Screen[] = [
  inFunnel('test', '5 questions, 2 minutes.'),
  inFunnel('failed', 'We are not the right fit', { answers: { 1: 'yes', 2: 'no', 3: 'no', 4: 'no', 5: 'yes' } }),
  inFunnel('details', 'Your details.', { answers: { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' } }),
  inFunnel('pricing', 'Our Price', { asker }),
  inFunnel('offerings', 'All 14 items', { asker }),
  inFunnel('confirm', 'Almost done.', { asker }),
]

/** Shares a file of each kind in Farhan’s order, once. */
async function shareFiles(farhan: Visitor): Promise<void> {
  const orderId = orderIdOf(demoIdOf(people.farhan), 2)
  const there = (await farhan.get(`/api/get-shared-files?orderId=${orderId}`)).body
  if (JSON.stringify(there).includes('drawing.svg')) return
  await farhan.share(orderId, [
    picture('door.png'),
    new File([wave()], 'bell.wav'),
    new File([pdf(2)], 'menu.pdf'),
    new File(['Open from six to ten,\nclosed on Mondays.'], 'hours.txt'),
    new File(['dish,for,price\nDal makhani,4,480\nNihari,2,520\nGalouti kebab,2,460'], 'plates.csv'),
    new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], 'drawing.svg'),
  ])
}

/** Fills in all questions of the questionnaire, files aside. */
async function answerAll(page: Page): Promise<void> {
  const form = page.locator('main')
  for (const name of ['Yes', 'Get more enquiries']) await form.getByRole('radio', { name }).check()
  const written = { url: 'https://menon.example', email: 'lata@menon.example', tel: '98450 12345', date: '2027-01-12' }
  for (const field of await form.locator('textarea, input:not([type=radio], [type=checkbox], [type=file])').all()) {
    const type = (await field.getAttribute('type')) ?? 'text'
    if (type === 'color') continue
    await field.fill(
      type === 'time' ? '18:30' : (written[type as keyof typeof written] ?? 'We press oil, and sell it.'),
    )
  }
}

/** The screens that `npm test` looks at; all others wait for `npm run test:all`. */
export const mainScreens: ReadonlySet<string> = new Set([
  'home',
  'login',
  'questionnaire',
  'dashboard',
  'order-open',
  'order-open-admin',
  'orders',
  'settings',
])

/** Every screen there is, in each of its states. A new page has its line here. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', has: 'written by hand.' },
  ...funnelScreens,
  { name: 'work', path: '/work/1', has: 'More work' },
  { name: 'login', path: '/login', has: 'Welcome back.' },
  {
    name: 'login-wrong',
    path: '/login',
    has: 'Welcome back.',
    after: (page) => page.getByRole('button', { name: 'Login' }).click(),
  },
  {
    name: 'login-failed',
    path: '/login',
    has: 'Welcome back.',
    async after(page) {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not-this-one-at-all')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\w/ }).first().waitFor()
    },
  },
  { name: 'terms', path: '/terms-and-conditions', has: 'Terms and conditions.' },
  { name: 'register', path: '/register', has: 'Create your account.' },
  {
    name: 'register-wrong',
    path: '/register',
    has: 'Create your account.',
    after: (page) => page.getByRole('button', { name: 'Register' }).click(),
  },
  { name: 'forgot-password', path: '/forgot-password', has: 'Forgot your password?' },
  {
    name: 'forgot-password-code',
    path: '/forgot-password',
    has: 'Forgot your password?',
    async after(page) {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await page.getByRole('button', { name: 'Verify OTP' }).click()
      await page.getByText('Please enter the 6-digit OTP').waitFor()
    },
  },
  {
    name: 'confirm-address',
    as: 'newcomer',
    path: '/confirm-address/nobody.secret',
    has: 'This link doesn’t work.',
  },
  { name: 'change-address', path: '/change-address/nobody.secret', has: 'Confirm your new email address.' },
  { name: 'undo-address-change', path: '/undo-address-change/nobody.secret', has: 'Didn’t change your email address?' },
  { name: 'invitation', path: '/invitation/nobody.secret', has: 'This invitation has expired or was already used.' },
  { name: 'set-up', path: '/set-up/secret', has: 'Set up your agency.' },
  { name: 'settings', as: 'asha', path: '/settings', has: 'Your settings.' },
  {
    name: 'settings-conflict',
    as: 'newcomer',
    path: '/settings',
    has: 'Your settings.',
    async after(page) {
      await page.getByLabel('Full Name').fill('Lata Rao')
      await elsewhere(page, '/api/update-profile', { name: 'Lata Menon-Rao' })
      await page.getByRole('button', { name: 'Update profile' }).click()
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    },
  },
  { name: 'api-docs', path: '/api/docs', has: 'Atelier API', plain: true },
  { name: 'outbox', path: '/dev/outbox', has: 'Emails the demo would have sent', plain: true },
  {
    name: 'outbox-mail',
    path: '/dev/outbox',
    has: 'Emails the demo would have sent',
    plain: true,
    async after(page) {
      await page.getByRole('link', { name: 'Welcome' }).first().click()
      await page.getByText('As HTML').waitFor()
    },
  },
  { name: 'not-found-work', path: '/work/99', has: 'Error Page Not Found' },
  { name: 'not-found', path: '/wrok/1', has: 'Error Page Not Found' },
  { name: 'questionnaire', as: 'newcomer', path: '/dashboard', has: 'Tell us about your business' },
  {
    name: 'questionnaire-wrong',
    as: 'newcomer',
    path: '/dashboard',
    has: 'Tell us about your business',
    async after(page) {
      await page.getByRole('radio', { name: 'Yes' }).check()
      await page.getByRole('radio', { name: 'Manage daily work' }).check()
      await page.getByRole('checkbox', { name: 'Stock' }).check()
      await page.getByRole('button', { name: 'Send answers' }).click()
    },
  },
  {
    name: 'questionnaire-file-wrong',
    as: 'newcomer',
    path: '/dashboard',
    has: 'Tell us about your business',
    async after(page) {
      await answerAll(page)
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture.') }
      await page.locator('main input[type=file]').first().setInputFiles(file)
      await page.getByRole('button', { name: 'Send answers' }).click()
      await page.locator('main [aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'dashboard', as: 'asha', path: '/dashboard', has: 'Current Projects', live: true },
  { name: 'dashboard-empty', as: 'farhan', path: '/dashboard?another', has: 'Start another project.' },
  { name: 'history', as: 'asha', path: '/history', has: 'Completed Project', live: true },
  { name: 'history-nothing', as: 'newcomer', path: '/history', has: 'No projects yet.' },
  { name: 'order-open', as: 'asha', path: order('asha', 2), has: 'Your Answer', live: true },
  { name: 'order-new', as: 'asha', path: order('asha', 3), has: 'Your Answer', live: true },
  {
    name: 'order-payment',
    as: 'asha',
    path: `${order('asha', 2)}?tab=payment`,
    has: 'International Payment',
    live: true,
  },
  { name: 'order-terms', as: 'asha', path: `${order('asha', 2)}?tab=terms`, has: 'Terms and conditions.', live: true },
  {
    name: 'order-invoice',
    as: 'asha',
    path: `${order('asha', 2)}?tab=invoice`,
    has: 'minus finished work',
    live: true,
  },
  {
    name: 'order-proposal',
    as: 'asha',
    path: `${order('asha', 2)}?tab=proposal`,
    has: 'Figma source',
    live: true,
  },
  { name: 'order-design', as: 'asha', path: `${order('asha', 2)}?tab=design`, has: 'Shared by', live: true },
  {
    name: 'order-agreements',
    as: 'asha',
    path: `${order('asha', 2)}?tab=agreements`,
    has: 'oldest first',
    live: true,
  },
  { name: 'order-history', as: 'asha', path: `${order('asha', 2)}?tab=history`, has: 'Project started', live: true },
  {
    name: 'order-history-admin',
    as: 'admin',
    path: `${tashisOrder}?tab=history`,
    has: '127.0.0.1',
    live: true,
    // From where it was done is known of what is done now.
    given: (visitor) =>
      visitor.post('/api/send-message', {
        orderId: tashisOrder.split('/').at(-1),
        text: 'What comes next is the house.',
      }),
  },
  {
    name: 'order-history-filtered',
    as: 'asha',
    path: `${order('asha', 2)}?tab=history&kind=steps`,
    has: 'Clear filters',
    live: true,
  },
  {
    name: 'order-history-nothing',
    as: 'asha',
    path: `${order('asha', 2)}?tab=history&search=elephants`,
    has: 'No entries match these filters.',
    live: true,
  },
  {
    name: 'order-travel',
    as: 'asha',
    path: `${order('asha', 2)}?tab=overview&at=12`,
    has: 'later entr',
    live: true,
  },
  {
    name: 'order-travel-history',
    as: 'admin',
    path: `${order('asha', 2)}?tab=history&at=12`,
    has: 'later entr',
    live: true,
  },
  {
    name: 'order-travel-compare',
    as: 'admin',
    path: `${order('asha', 2)}?tab=overview&at=8&with=20`,
    has: '12 entries apart',
    live: true,
  },
  {
    name: 'order-travel-compare-invoice',
    as: 'asha',
    path: `${order('asha', 2)}?tab=invoice&at=14&with=24`,
    has: '2% each',
    live: true,
  },
  {
    name: 'order-travel-compare-history',
    as: 'admin',
    path: `${order('asha', 2)}?tab=history&at=4&with=12`,
    has: 'entries apart',
    live: true,
  },
  {
    name: 'order-tab-offline',
    as: 'asha',
    path: order('asha', 2),
    has: 'Your Answer',
    live: true,
    async after(page) {
      await page.route('**/assets/**', (route) => route.abort())
      await page.route('**/api/**', (route) => route.abort())
      await page.getByRole('link', { name: 'Project History' }).click()
      await page.getByText('Can’t connect.').waitFor()
    },
  },
  {
    name: 'order-amending',
    as: 'asha',
    path: order('asha', 2),
    has: 'Your Answer',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: 'Edit answers' }).click()
      await page.getByRole('button', { name: 'Save changes' }).waitFor()
    },
  },
  { name: 'order-completed', as: 'asha', path: order('asha', 1), has: 'Project completed', live: true },
  { name: 'order-cancelled', as: 'farhan', path: order('farhan', 1), has: 'Project cancelled', live: true },
  { name: 'order-not-allowed', as: 'farhan', path: order('asha', 1), has: 'Sorry You Are Not Allowed' },
  { name: 'order-open-admin', as: 'admin', path: order('asha', 2), has: 'Client’s Answer', live: true },
  {
    name: 'order-invoice-admin',
    as: 'admin',
    path: `${order('asha', 2)}?tab=invoice`,
    has: 'Paid revisions',
    live: true,
  },
  {
    name: 'order-invoice-conflict',
    as: 'admin',
    path: `${order('asha', 2)}?tab=invoice`,
    has: 'Paid revisions',
    live: true,
    async after(page) {
      await page.getByLabel('Amount paid').fill('30000')
      const orderId = orderIdOf(demoIdOf(people.asha), 2)
      await elsewhere(page, '/api/update-pricing', { orderId, paidAmount: '36000' })
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    },
  },
  {
    name: 'order-proposal-conflict',
    as: 'admin',
    path: `${order('asha', 2)}?tab=proposal`,
    has: 'Goals',
    live: true,
    async after(page) {
      await page.getByLabel('Goals').fill('Every enquiry is answered within the hour.')
      const orderId = orderIdOf(demoIdOf(people.asha), 2)
      const goals = 'Every order is written down, and nobody asks twice. The looms are seen before they are visited.'
      await elsewhere(page, '/api/update-proposal', { orderId, goals })
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    },
  },
  { name: 'order-proposal-admin', as: 'admin', path: `${order('asha', 2)}?tab=proposal`, has: 'Goals', live: true },
  { name: 'order-completed-admin', as: 'admin', path: order('asha', 1), has: 'Project completed', live: true },
  { name: 'order-cancelled-admin', as: 'admin', path: order('farhan', 1), has: 'Project cancelled', live: true },
  {
    name: 'order-closing-admin',
    as: 'admin',
    path: order('asha', 2),
    has: 'Client’s Answer',
    live: true,
    after: (page) => page.getByRole('button', { name: 'Complete order' }).click(),
  },
  {
    name: 'order-signed-admin',
    as: 'admin',
    path: order('farhan', 2),
    has: 'Client’s Answer',
    live: true,
    async after(page) {
      const open = page.getByRole('button', { name: /^Mark as done/ })
      if ((await open.count()) > 0) await open.first().click()
    },
  },
  {
    name: 'menu-admin',
    as: 'admin',
    path: '/settings',
    has: 'Your settings.',
    async after(page) {
      await page.setViewportSize({ width: 360, height: 780 })
      await page.getByRole('button', { name: 'Longhand menu' }).click()
    },
  },
  { name: 'leads', as: 'admin', path: '/leads', has: 'Left before this step', live: true },
  {
    name: 'leads-open',
    as: 'admin',
    path: `/leads?lead=${demoIdOf('suresh@hotelparijat.example')}`,
    has: 'Fit test: passed',
    live: true,
  },
  { name: 'leads-none', as: 'admin', path: '/leads?q=nobody-at-all', has: 'No leads match.', live: true },
  {
    name: 'palette',
    as: 'admin',
    path: order('asha', 2),
    has: 'Client’s Answer',
    live: true,
    async after(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
    },
  },
  {
    name: 'palette-found',
    as: 'admin',
    path: '/orders',
    has: 'Current Projects',
    live: true,
    async after(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('farhan')
      await page.getByRole('option', { name: /Farhan Qureshi #1/ }).waitFor()
    },
  },
  { name: 'orders', as: 'admin', path: '/orders', has: 'Current Projects', live: true },
  {
    name: 'activity',
    as: 'admin',
    path: '/activity',
    has: 'Show older entries',
    live: true,
    async after(page) {
      await elsewhere(page, '/api/update-prices', { inr_website: '28000' })
      await page.getByText('1 new entry').first().waitFor()
    },
  },
  {
    name: 'activity-none',
    as: 'admin',
    path: '/activity?kind=store.unknown',
    has: 'No entries match these filters.',
    live: true,
  },
  {
    name: 'security',
    as: 'admin',
    path: '/security',
    has: 'Security log',
    live: true,
    async given(admin) {
      await admin.post('/api/login', { email: 'nobody@example.com', password: 'not-this-one-at-all' })
      await admin.post('/api/invite-client', { email: 'new@example.com' })
    },
  },
  { name: 'integrations-empty', as: 'admin', path: '/integrations', has: 'No integrations yet.', live: true },
  {
    name: 'integrations',
    as: 'admin',
    path: '/integrations',
    has: 'Month-end export',
    live: true,
    async given(admin) {
      await admin.post('/api/create-api-key', { name: 'Month-end export', scopes: ['orders:read', 'payments:read'] })
      const made = await admin.post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'], days: 30 })
      await admin.put('/api/revoke-api-key', { id: made.body.events[0].stream.slice('api-key-'.length) })
      const url = 'https://books.longhand.example/in'
      const added = await admin.post('/api/add-webhook', { url, events: ['InvoiceRevised', 'OrderCompleted'] })
      const webhookId = added.body.events[0].stream.slice('webhook-'.length)
      await admin.put('/api/rotate-webhook-secret', { webhookId })
      await admin.post('/api/test-webhook', { webhookId })
    },
    async after(page) {
      await page.getByRole('button', { name: /^Deliveries to/ }).click()
      await page.getByText('Webhook test').click()
    },
  },
  {
    name: 'integrations-new',
    as: 'admin',
    path: '/integrations',
    has: 'API keys',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('URL').fill('https://192.168.1.20/orders')
      await page.getByLabel('All events, including future ones').check()
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await confirmed(page, 'This URL is in a private network.')
      await page.getByRole('button', { name: 'New API key' }).click()
    },
  },
  {
    name: 'integrations-wet',
    as: 'admin',
    path: '/integrations',
    has: 'API keys',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: 'New API key' }).click()
      await page.getByLabel('Name').fill('Website counter')
      await page.getByLabel('Add and move leads').check()
      await page.getByRole('button', { name: 'Create key' }).click()
      await confirmed(page, 'You won’t be able to see it again.')
    },
  },
  { name: 'questions', as: 'admin', path: '/questions', has: 'Redo', live: true },
  {
    name: 'questions-wrong',
    as: 'admin',
    path: '/questions',
    has: 'Redo',
    live: true,
    async after(page) {
      const line = (number: number) => page.getByRole('button', { name: `Question ${number}:` })
      await line(5).click()
      await page
        .getByRole('group', { name: 'Ask When' })
        .getByLabel('Question')
        .selectOption({ label: '3. Do you have a website now?' })
      await page.getByRole('group', { name: 'Ask When' }).getByLabel('Answer').selectOption('No')
      await page.getByRole('button', { name: 'Close' }).click()
      await line(3).click()
      await page.getByRole('textbox', { name: 'Option 1' }).fill('Certainly')
      await page
        .getByRole('group', { name: 'Ask When' })
        .getByLabel('Question')
        .selectOption({ label: '5. What is the most important job of your new website?' })
    },
  },
  { name: 'progress-tracker', as: 'admin', path: '/progress-tracker', has: 'Redo', live: true },
  {
    name: 'progress-tracker-pencil',
    as: 'admin',
    path: '/progress-tracker',
    has: 'Redo',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: 'Remove step 7' }).click()
      await page.getByRole('textbox', { name: 'Step 3' }).fill('Report and call')
      await page.getByRole('button', { name: '+ Add Step' }).click()
      await page.getByRole('button', { name: 'Move step 2 up' }).click()
      await page.getByLabel('Current step').fill('4')
    },
  },
  {
    name: 'questions-conflict',
    as: 'admin',
    path: '/questions',
    has: 'Redo',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: 'Question 1:' }).click()
      await page.getByLabel('Question', { exact: true }).first().fill(`What do you make? ${Date.now()}`)
      await page.evaluate(async () => {
        const { data } = await (await fetch('/api/get-single-package?packageId=1')).json()
        const questions = JSON.parse(data[0].questions)
        questions[0].question = `What does your business make, and for whom? ${Date.now() % 1000}`
        await fetch('/api/update-package', {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ packageId: 1, questions: JSON.stringify(questions) }),
        })
      })
      await page.getByRole('button', { name: 'Keep yours' }).waitFor()
    },
  },
  { name: 'agency', as: 'admin', path: '/agency', has: 'Emails', live: true },
  {
    name: 'agency-wrong',
    as: 'admin',
    path: '/agency#mails',
    has: 'Emails',
    live: true,
    async after(page) {
      await page.getByLabel('IFSC').fill('HDFC000123')
      await page.getByRole('button', { name: 'Save bank and UPI' }).click()
      await page.getByText('Please enter an IFSC, like HDFC0000123').first().waitFor()
      const welcome = page.getByRole('form', { name: 'Welcome' })
      await welcome.getByLabel('Text', { exact: true }).fill('Dear {nmae},')
      await welcome.getByRole('button', { name: 'Save email' }).click()
      await page.getByText('{nmae} is not a placeholder').first().waitFor()
    },
  },
  {
    name: 'agency-digest',
    as: 'admin',
    path: '/agency#mails',
    has: 'Emails',
    after: (page) => page.getByText('Updates on several projects', { exact: true }).click(),
  },
  {
    name: 'agency-conflict',
    as: 'admin',
    path: '/agency',
    has: 'Emails',
    live: true,
    async after(page) {
      await page.getByLabel('Hours').fill('Mornings only')
      const [{ contact }] = (await page.evaluate(async () => (await fetch('/api/get-agency')).json())).data
      const hours = `Monday to Friday, ${crypto.randomUUID().slice(0, 4)}`
      await elsewhere(page, '/api/update-agency', { contact: { ...contact, hours } })
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    },
  },
  {
    name: 'orders-filtered',
    as: 'admin',
    path: '/orders?filter=unpaid&search=looms',
    has: 'Current Projects',
    live: true,
    after: (page) => page.getByRole('button', { name: 'Save view' }).click(),
  },
  {
    name: 'orders-peek',
    as: 'admin',
    path: '/orders',
    has: 'Current Projects',
    live: true,
    async after(page) {
      await page.keyboard.press('n')
      await page.keyboard.press('p')
      await page.getByText('Open project').waitFor()
    },
  },
  {
    name: 'orders-bulk',
    as: 'admin',
    path: '/orders',
    has: 'Current Projects',
    live: true,
    async after(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByRole('button', { name: 'Complete projects' }).click()
    },
  },
  {
    name: 'orders-bulk-message',
    as: 'admin',
    path: '/orders',
    has: 'Current Projects',
    live: true,
    async after(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByRole('button', { name: 'Send messages' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('We are closed on Thursday, and back on Friday.')
      let sent = 0
      await page.route('**/api/send-message', (route) =>
        ++sent > 1
          ? route.fulfill({ status: 409, json: { message: 'Order Either Completed Or Cancelled' } })
          : route.continue(),
      )
      await dialog.getByRole('button', { name: /^Send/ }).click()
      await dialog.getByText('Order Either Completed Or Cancelled').waitFor()
    },
  },
  {
    name: 'orders-keys',
    as: 'admin',
    path: '/orders',
    has: 'Current Projects',
    live: true,
    after: (page) => page.keyboard.press('?'),
  },
  {
    name: 'people',
    as: 'admin',
    path: '/people',
    has: 'Find a client',
    live: true,
    async given(admin) {
      await admin.post('/api/invite-admin', { email: 'vikas@longhand.example' })
      await admin.put('/api/suspend-account', { personId: demoIdOf('tashi@kanchenhomestay.example') })
    },
  },
  { name: 'people-none', as: 'admin', path: '/people?q=nobody', has: 'No client matches this name', live: true },
  {
    name: 'person-erase',
    as: 'admin',
    path: `/people/${demoIdOf(people.asha)}`,
    has: 'Two-step verification',
    live: true,
    async after(page) {
      await page.getByRole('button', { name: /^Delete all data/ }).click()
      await page.getByRole('dialog', { name: 'Delete all data about Asha Rao?' }).waitFor()
    },
  },
  { name: 'person', as: 'admin', path: `/people/${demoIdOf(people.asha)}`, has: 'Two-step verification', live: true },
  {
    name: 'person-suspending',
    as: 'admin',
    path: `/people/${demoIdOf(people.asha)}`,
    has: 'Two-step verification',
    live: true,
    after: (page) => page.getByRole('button', { name: 'Suspend' }).click(),
  },
  { name: 'view-as-dashboard', as: 'admin', path: `${viewOf}/dashboard`, has: 'You’re viewing this as', live: true },
  {
    name: 'view-as-order',
    as: 'admin',
    path: `${viewOf}${order('asha', 2)}`,
    has: 'You’re viewing this as',
    live: true,
  },
  {
    name: 'second-factor-key',
    as: 'newcomer',
    path: '/settings',
    has: 'Your settings.',
    async after(page) {
      await page.getByRole('button', { name: 'Set up', exact: true }).click()
      await page.getByLabel('Your password').fill('bread-at-six-gone-by-ten')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    },
  },
  {
    name: 'login-code',
    path: '/login',
    has: 'Welcome back.',
    async after(page) {
      await page.route('**/api/login', (route) =>
        route.fulfill({ json: { message: 'Now the code', secondFactor: true } }),
      )
      await page.getByLabel('Email').fill(people.asha)
      await page.getByLabel('Password', { exact: true }).fill('a-ledger-by-hand')
      await page.keyboard.press('Enter')
      await page.getByLabel('Code from your authenticator app').waitFor()
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Please enter').first().waitFor()
    },
  },
  {
    name: 'settings-erase',
    as: 'newcomer',
    path: '/settings',
    has: 'Your settings.',
    async after(page) {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
    },
  },
  {
    name: 'settings-download',
    as: 'asha',
    path: '/settings',
    has: 'Your settings.',
    async after(page) {
      await page
        .getByRole('button', { name: /^Download/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'settings-device',
    as: 'farhan',
    path: '/settings',
    has: 'Firefox',
    async given(farhan) {
      const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
      const subscription = JSON.stringify({ endpoint: 'https://push.example/farhan', keys })
      const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
      await farhan.post('/api/add-subscription', { subscription }, firefox)
    },
  },
  {
    name: 'order-drafts',
    as: 'admin',
    path: tashisOrder,
    has: 'How the page was drawn',
    live: true,
  },
  {
    name: 'order-files',
    as: 'farhan',
    path: order('farhan', 2),
    has: 'drawing.svg',
    live: true,
    given: shareFiles,
  },
  {
    name: 'order-files-opened',
    as: 'farhan',
    path: order('farhan', 2),
    has: 'drawing.svg',
    live: true,
    given: shareFiles,
    async after(page) {
      for (const name of ['hours.txt', 'plates.csv'])
        await page
          .getByRole('button', { name: new RegExp(name) })
          .first()
          .click()
      await page.getByText('Galouti kebab').waitFor()
      await page.getByText('closed on Mondays.').waitFor()
    },
  },
  {
    name: 'order-files-offline',
    as: 'farhan',
    path: order('farhan', 2),
    has: 'drawing.svg',
    live: true,
    given: shareFiles,
    async after(page) {
      await page.route('**/uploads/**', (route) => route.abort())
      await page.reload()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.context().setOffline(true)
      await page.getByText('drawing.svg').first().scrollIntoViewIfNeeded()
      await page.getByText('preview available when you’re online').first().waitFor()
    },
  },
  // The last: Farhan’s order stays completed.
  {
    name: 'orders-undo',
    as: 'admin',
    path: '/orders?search=Farhan',
    has: 'Current Projects',
    live: true,
    async after(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByRole('button', { name: 'Complete projects' }).click()
      await page.getByRole('button', { name: 'Complete 1 project' }).click()
      await page.getByText('1 project completed').waitFor()
    },
  },
]

export const widths = [360, 768, 1440] as const
export const themes = ['light', 'dark'] as const

/** The demo, and a browser for any of its screens. */
export async function openDemoAgency(browser: Browser) {
  const server = await startTestServer({ demo: true })
  const visitors = Object.fromEntries(
    await Promise.all(
      Object.entries(people).map(async ([who, email]) => {
        const visitor = new Visitor(server.url)
        await visitor.post('/api/login', { email, password: demoPassword })
        return [who, visitor] as const
      }),
    ),
  )
  visitors.newcomer = await server.client('Lata Menon')
  const begun = new Map<Screen, Promise<unknown>>()
  const pages = new Map<Screen['as'], Promise<Page>>()

  async function openPage(as: Screen['as']): Promise<Page> {
    const { context, page } = await person(browser, server.url, { reducedMotion: 'reduce', locale: 'en-IN' })
    if (as) await resumeSession(context, visitors[as]!)
    page.on('dialog', (dialog) => dialog.accept()) // what is unsaved may go
    return page
  }

  /** The page of one person, who keeps nothing of the screen before. A page that is used again loads in half the time. */
  async function pageOf(as: Screen['as']): Promise<Page> {
    const known = await pages.get(as)
    if (!known) {
      pages.set(as, openPage(as))
      return pages.get(as)!
    }
    await known.unrouteAll()
    await known.context().setOffline(false)
    await known.goto('/healthz') // the page before may write down, as it is left, what is to go
    if (!as) await known.context().clearCookies()
    await known.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await known.setViewportSize({ width: 1280, height: 720 })
    await known.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    return known
  }

  return {
    /** The screen when everything on it has come, on a page that the person's next screen takes over. */
    async show(screen: Screen): Promise<Page> {
      const { as, path, has, live, plain, given, after } = screen
      if (as && given && !begun.has(screen)) begun.set(screen, given(visitors[as]!))
      await begun.get(screen)
      const page = await pageOf(as)
      await page.goto(path)
      await page.getByText(has).filter({ visible: true }).first().waitFor()
      if (!plain) await page.getByText('All people and projects here are made up.').waitFor()
      if (live) await page.getByText('Live', { exact: true }).waitFor()
      await after?.(page)
      await page.evaluate(() => document.fonts.ready)
      return page
    },
    close: () => server.close(),
  }
}
