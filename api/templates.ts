import { Router } from 'express'
import { z } from 'zod'
import { streamOf } from '#domain/event.ts'
import { reviseQuestions } from '#domain/template/revise-questions.ts'
import { reviseSteps } from '#domain/template/revise-steps.ts'
import { namedPackage, onlyPackage, packageId, type TemplateEvent, templates } from '#domain/template/template.ts'
import { beginning, packageToWire, type VersionsAnswer, versionToWire } from '#domain/template/wire.ts'
import { factsBefore } from '#infra/events/between.ts'
import { callsOn } from './call.ts'
import type { Parts } from './parts.ts'
import { requestOf } from './request.ts'

const page = z.object({
  packageId: namedPackage,
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.coerce.number().int().min(0).optional(),
})

/** What new orders begin with: the questionnaire and the progress steps, and how they came to be what they are. */
export function templateRoutes({ handler, sessions, events }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  const named = z.object({ packageId: namedPackage })
  on.get('/api/get-single-package', { may: ['admin'], query: named }, async ({ query }) => {
    onlyPackage(query.packageId)
    const { state, revision } = await handler.folded(templates, packageId)
    return { data: [packageToWire(revision, state)] }
  })

  on.put(
    '/api/update-package',
    { may: ['admin'], body: reviseQuestions.input, changes: true },
    ({ person, body }, request) => handler.handle(reviseQuestions, packageId, body, requestOf(request, person)),
  )

  on.put(
    '/api/update-progress',
    { may: ['admin'], body: reviseSteps.input, changes: true },
    ({ person, body }, request) => handler.handle(reviseSteps, packageId, body, requestOf(request, person)),
  )

  on.get('/api/get-package-versions', { may: ['admin'], query: page }, async ({ query }): Promise<VersionsAnswer> => {
    onlyPackage(query.packageId)
    const { revision } = await handler.folded(templates, packageId)
    const { facts, first } = await factsBefore<TemplateEvent>(events, streamOf(templates, packageId), {
      revision,
      before: query.after,
      limit: query.limit,
    })
    const data = facts.map(versionToWire)
    return first > 0 ? { data, next: String(first) } : { data: [...data, beginning] }
  })

  return router
}
