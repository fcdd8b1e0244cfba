import { once } from 'node:events'
import {
  createMemoryRouter,
  type DataRouter,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom'
import { expect, it } from 'vitest'
import { HttpError } from './http.ts'
import { keepShown } from './keep-shown.ts'

/**
 * A router at a page that answers what is in `answers`, one after the other; a number is a failure with that status. Its tabs
 * are in the search, and load nothing.
 */
async function pageThatAnswers(answers: (string | number)[]): Promise<DataRouter> {
  const loader = async ({ request }: LoaderFunctionArgs) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === 'held') await once(request.signal, 'abort')
    if (typeof answer === 'number') throw new HttpError(answer, { message: 'Please try again.' })
    return answer
  }
  const isSameTab = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
    currentUrl.search === nextUrl.search && defaultShouldRevalidate
  const page = { id: 'page', path: '/', loader, shouldRevalidate: isSameTab, hasErrorBoundary: true }
  const routes = [{ id: 'root', loader: () => null, shouldRevalidate: () => true, children: [page] }]
  const router: DataRouter = createMemoryRouter(routes, { dataStrategy: keepShown(() => router, 20) })
  await expect.poll(() => router.state.initialized).toBe(true)
  return router
}

it('keeps a page as it is while it can’t be loaded again, and loads it later', async () => {
  const router = await pageThatAnswers(['first', 503, 0, 429, 'second'])
  expect(router.state.loaderData).toMatchObject({ page: 'first' })
  await router.revalidate()
  expect(router.state).toMatchObject({ loaderData: { page: 'first' }, errors: null })
  await expect.poll(() => router.state.loaderData).toMatchObject({ page: 'second' })
})

it('loads it later also where another tab of it was gone to meanwhile', async () => {
  const router = await pageThatAnswers(['first', 503, 'second'])
  await router.revalidate()
  await router.navigate('/?tab=files')
  await expect.poll(() => router.state.loaderData).toMatchObject({ page: 'second' })
})

it('loads it later also where another tab of it was gone to while it was tried again', async () => {
  const router = await pageThatAnswers(['first', 503, 'held', 'second'])
  await router.revalidate()
  await expect.poll(() => router.state.revalidation).toBe('loading')
  await router.navigate('/?tab=files')
  await expect.poll(() => router.state.loaderData).toMatchObject({ page: 'second' })
})

it('says so where a page could not be loaded at first, or is not for this person any more', async () => {
  expect((await pageThatAnswers([503])).state.errors).toHaveProperty('page.status', 503)
  for (const status of [401, 404]) {
    const router = await pageThatAnswers(['first', status])
    await router.revalidate()
    expect(router.state.errors).toHaveProperty('page.status', status)
  }
})
