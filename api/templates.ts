import { streamOf } from '#domain/event.ts'
import { reviseQuestions } from '#domain/template/revise-questions.ts'
import { reviseSteps } from '#domain/template/revise-steps.ts'
import { onlyPackage, packageId, type TemplateEvent, templates } from '#domain/template/template.ts'
import { beginning, packageToWire, versionToWire } from '#domain/template/wire.ts'
import { factsBefore } from '#infra/events/between.ts'
import type { Routes } from './http/router.ts'
import type { Parts } from './parts.ts'

/** What new orders begin with: the questionnaire and the progress steps, and how they came to be what they are. */
export const templateRoutes = ({ handler, events }: Parts) =>
  ({
    async getSinglePackage({ query }) {
      onlyPackage(query.packageId)
      const { state, revision } = await handler.folded(templates, packageId)
      return { data: [packageToWire(revision, state)] }
    },

    updatePackage: ({ body, execute }) => execute(reviseQuestions, packageId, body),
    updateProgress: ({ body, execute }) => execute(reviseSteps, packageId, body),

    async getPackageVersions({ query }) {
      onlyPackage(query.packageId)
      const { revision } = await handler.folded(templates, packageId)
      const page = { revision, before: query.after, limit: query.limit }
      const { facts, first } = await factsBefore<TemplateEvent>(events, streamOf(templates, packageId), page)
      const data = facts.map(versionToWire)
      return first > 0 ? { data, next: String(first) } : { data: [...data, beginning] }
    },
  }) satisfies Partial<Routes>
