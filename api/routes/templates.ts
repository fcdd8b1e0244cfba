import { streamOf } from '#domain/event.ts'
import { assertPackage, packageId, type TemplateEvent, templates } from '#domain/template/template.ts'
import { initialVersion, packageToWire, versionToWire } from '#domain/template/wire.ts'
import { readBackwards } from '#infra/events/read-range.ts'
import type { AppContext } from '../app-context.ts'
import type { Routes } from '../http/router.ts'

/** What new orders begin with: the questionnaire and the progress steps, and how they came to be what they are. */
export const templateRoutes = ({ handler, events }: AppContext) =>
  ({
    async getSinglePackage({ query }) {
      assertPackage(query.packageId)
      const { state, revision } = await handler.load(templates, packageId)
      return { data: [packageToWire(revision, state)] }
    },

    async getPackageVersions({ query }) {
      assertPackage(query.packageId)
      const { revision } = await handler.load(templates, packageId)
      const page = { revision, before: query.after, limit: query.limit }
      const { events: recordedEvents, first } = await readBackwards<TemplateEvent>(
        events,
        streamOf(templates, packageId),
        page,
      )
      const data = recordedEvents.map(versionToWire)
      return first > 0 ? { data, next: String(first) } : { data: [...data, initialVersion] }
    },
  }) satisfies Partial<Routes>
