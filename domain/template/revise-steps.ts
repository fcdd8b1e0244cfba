import { z } from 'zod'
import { sameSteps, stepsText } from './check-steps.ts'
import { assertPackage, packageIdInput, templateCommand } from './template.ts'

/** Gives the next orders other progress steps. An earlier version is restored by sending it again. */
export const reviseSteps = templateCommand({
  input: z.object({ packageId: packageIdInput, progress: stepsText }),
  success: 'Progress tracker updated',
  decide(template, { packageId, progress }) {
    assertPackage(packageId)
    if (sameSteps(progress, template.steps)) return []
    return [{ type: 'StepsRevised', data: { steps: progress } }]
  },
})
