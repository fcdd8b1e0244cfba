import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import type { Visitor } from '#api/testing/test-server.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { type OrderScene, orderScene } from './order-scene.ts'

/** The editors of a server with two admins, each test beginning with the first questions and steps. To be called at the top of a file. */
export function editorScene() {
  let scene: OrderScene
  /** Another admin beside the first. */
  let devika: Visitor
  beforeAll(async () => {
    scene = await orderScene()
    const email = 'devika@longhand.example'
    await scene.admin.post('/api/invite-admin', { email })
    const token = /\/invitation\/([\w.-]+)/.exec(await scene.server.mailTo(email))![1]
    devika = scene.server.visitor()
    const person = { name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
    await devika.post('/api/accept-invitation', { token, ...person })
  })
  afterAll(() => scene?.close())

  const packaged = async () => {
    const { questions, progress } = (await scene.admin.get('/api/get-single-package?packageId=1')).body.data[0]
    return { questions: JSON.parse(questions) as Question[], progress: JSON.parse(progress) as { value: string }[] }
  }
  const ask = (by: Visitor, questions: unknown) =>
    by.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) })
  const withText = (id: number, question: string) =>
    defaultQuestions.map((each) => (each.id === id ? { ...each, question } : each))

  beforeEach(async () => {
    await ask(scene.admin, defaultQuestions)
    await scene.admin.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(defaultSteps) })
  })

  /** An editor's page of the first admin, on a desk unless it is said otherwise. */
  async function editor(path: string, { viewport = { width: 1440, height: 900 }, live = true } = {}): Promise<Page> {
    const { page, context } = await scene.opened(scene.admin, { viewport, reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    if (!live) await page.routeWebSocket('**/socket.io/**', (line) => line.close())
    await page.goto(path)
    await page.getByRole('button', { name: /^Update/ }).waitFor()
    if (live) await page.getByText('Live', { exact: true }).waitFor()
    return page
  }
  const says = (page: Page | Locator, words: string | RegExp) => page.getByText(words).first().waitFor()
  const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const line = (page: Page, place: number) => page.getByRole('button', { name: `Question ${place}:` })
  /** The texts of the questions in their order, that of the open line from its input. */
  const texts = (page: Page) =>
    page
      .locator('.q-line')
      .evaluateAll((lines) =>
        lines.map((each) => each.querySelector('textarea')?.value ?? each.querySelector('.q-text')?.textContent),
      )
  const when = (page: Page) => page.getByRole('group', { name: 'Ask When' })
  const update = (page: Page, name = 'Update') => page.getByRole('button', { name, exact: true })

  return {
    get admin() {
      return scene.admin
    },
    get client() {
      return scene.client
    },
    get id() {
      return scene.id
    },
    get server() {
      return scene.server
    },
    get devika() {
      return devika
    },
    opened: (...of: Parameters<OrderScene['opened']>) => scene.opened(...of),
    ...{ packaged, ask, withText, editor, says, press, line, texts, when, update },
  }
}
