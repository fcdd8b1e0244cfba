import { z } from 'zod'
import { sameSteps, stepsText } from './check-steps.ts'
import { namedPackage, onlyPackage, templateAction } from './template.ts'

/** Gives the next orders other progress steps. An earlier version is restored by sending it again. */
export const reviseSteps = templateAction({
  input: z.object({ packageId: namedPackage, progress: stepsText }),
  done: 'Progress tracker updated',
  decide(template, { packageId, progress }) {
    onlyPackage(packageId)
    if (sameSteps(progress, template.steps)) return []
    return [{ type: 'StepsRevised', data: { steps: progress } }]
  },
})
