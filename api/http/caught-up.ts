import type { Request } from 'express'
import type { Document } from '#infra/documents/store.ts'
import type { ReadModel } from '#projections/projection.ts'

/** How long a list waits for what its reader has just changed. */
const timeoutMs = 2_000

/** Whether read models are as new as the `After-Position` that their reader sends along, waiting for them a little. */
export async function caughtUp(request: Request, ...models: Pick<ReadModel<Document>, 'reached'>[]): Promise<boolean> {
  const position = /^\d{1,19}$/.exec(request.get('After-Position') ?? '')?.[0]
  if (position === undefined) return true
  return caughtUpWith(BigInt(position), ...models)
}

/** Whether read models have everything up to a position, waiting for them a little. */
export async function caughtUpWith(
  position: bigint,
  ...models: Pick<ReadModel<Document>, 'reached'>[]
): Promise<boolean> {
  const reached = await Promise.all(models.map((model) => model.reached(position, timeoutMs)))
  return reached.every(Boolean)
}
