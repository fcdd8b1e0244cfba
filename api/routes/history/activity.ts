import type { AppContext } from '#api/app-context.ts'
import { pushedListState } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import type { Subject } from '#domain/history/activity.ts'
import { maxEntriesCounted } from '#domain/words/admin-titles.ts'
import { listAccounts } from '#projections/account/accounts.ts'
import { everyProjection } from '#projections/all.ts'
import { countActivity, listActivity } from '#projections/history/activity.ts'
import { activityLines } from './activity-lines.ts'

/** How many admins are offered to filter by. */
const maxAdmins = 100

/** The activity of all streams, for admins. */
export function activityRoutes({ events, handler, projections, timelines }: AppContext) {
  const { activity, accounts } = projections
  const upToDate = pushedListState(handler)
  const named = everyProjection.flatMap(({ subject }, at) =>
    subject ? [{ subject, model: projections.all[at]! }] : [],
  )

  /** The names of subjects at the moment, read from the lists: none where they have no name any more. */
  async function namesOf(subjects: readonly Subject[]): Promise<(subject: Subject) => string | undefined> {
    const names = new Map<string, string>()
    await Promise.all(
      named.map(async ({ subject: { of, name }, model }) => {
        const ids = new Set(subjects.filter((subject) => subject.of === of).map(({ id }) => id))
        if (ids.size === 0) return
        for (const each of await model.collection.getMany([...ids])) names.set(`${of} ${each.id}`, name(each))
      }),
    )
    return ({ of, id }) => names.get(`${of} ${id}`) || undefined
  }

  /** The admins, and who is filtered by, by name. */
  async function peopleToAsk(actor: string | undefined) {
    const { documents } = await listAccounts(accounts, { role: 'admin', limit: maxAdmins })
    const other = actor === undefined || documents.some(({ id }) => id === actor) ? undefined : actor
    const more = other === undefined ? [] : await accounts.collection.getMany([other])
    return [...documents, ...more].map(({ id, name }) => ({ id, name }))
  }

  return {
    async getActivity({ query: { kind: topic, quiet, countSince, limit, after, ...filter }, request }) {
      const state = await upToDate(request, activity, { beside: named.map(({ model }) => model) })
      const query = { ...filter, topic, withQuiet: quiet !== undefined }
      const isFirst = after === undefined
      const [{ rows, next }, count, people] = await Promise.all([
        listActivity(activity, query, { limit, after }),
        isFirst && countSince !== undefined ? countActivity(activity, countSince, maxEntriesCounted) : undefined,
        isFirst ? peopleToAsk(filter.actor) : undefined,
      ])
      const lines = await activityLines(rows, { events, timelines })
      const nameOf = await namesOf(lines.map(({ subject }) => subject))
      const data = lines.map((line) => {
        const name = nameOf(line.subject)
        return name === undefined ? line : { ...line, subject: { ...line.subject, name } }
      })
      return {
        data,
        ...state,
        ...(next ? { next } : {}),
        ...(count === undefined ? {} : { count }),
        ...(people ? { people } : {}),
      }
    },
  } satisfies Partial<Routes>
}
