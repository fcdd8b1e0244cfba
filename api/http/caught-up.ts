import type { Request } from 'express'
import { listProgressHeader } from '#domain/contract/call.ts'
import type { Document } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { ReadModel } from '#projections/projection.ts'

type Model = Pick<ReadModel<Document>, 'position' | 'reached' | 'progress' | 'isWhole'>

/** How long a list waits for what its reader has just changed. */
const timeoutMs = 2_000

/** A read model that is being made cannot say that something is not there. Answered with 503. */
export class ListsBuilding extends Error {
  override name = 'ListsBuilding'
  constructor(progress: number) {
    super(`The lists are being prepared (${percentOf(progress)}%). Please try again in a moment.`)
  }
}

/** How far something is, in whole percents: 100 when it is done. */
export const percentOf = (progress: number): number => Math.floor(progress * 100)

/**
 * Whether read models are as new as the `After-Position` that their reader sends along, waiting for them a little. While
 * they are being made they are not, and the answer says how far they are.
 */
export async function caughtUp(request: Request, ...models: Model[]): Promise<boolean> {
  const progress = Math.min(...models.map((model) => model.progress))
  if (progress < 1) {
    request.res?.set(listProgressHeader, String(percentOf(progress)))
    return false
  }
  return reachedByReader(request, ...models)
}

/** Whether read models have what their reader's `After-Position` names, waiting for them a little; true without one. */
export async function reachedByReader(request: Request, ...models: Pick<Model, 'reached'>[]): Promise<boolean> {
  const position = /^\d{1,19}$/.exec(request.get('After-Position') ?? '')?.[0]
  return position === undefined || caughtUpWith(BigInt(position), ...models)
}

/** The state of a list in an answer: the position that it is folded to at least, and whether more was asked for. */
type ListState = { position: string; stale?: true }

/**
 * The state of a list, to be requested before it is read. It waits a little for the `After-Position` of its reader, and
 * for the event `seen`. It does so in the list's model and in those `beside` it.
 */
export async function listState(
  request: Request,
  list: Model,
  { beside = [], seen = 0n }: { beside?: Model[]; seen?: bigint } = {},
): Promise<ListState> {
  const models = [list, ...beside]
  const fresh = (await caughtUp(request, ...models)) && (await caughtUpWith(seen, ...models))
  const position = String(await list.position())
  return fresh ? { position } : { position, stale: true }
}

/**
 * The state of lists with what this process has pushed to pages. A page that asks as soon as it connects, or receives
 * an event, would miss the moment before otherwise.
 */
export const pushedListState =
  (handler: Pick<CommandHandler, 'latest'>): typeof listState =>
  (request, list, options) =>
    listState(request, list, { seen: handler.latest(), ...options })

/** Whether read models have everything up to a position, waiting for them a little. */
async function caughtUpWith(position: bigint, ...models: Pick<Model, 'reached'>[]): Promise<boolean> {
  const reached = await Promise.all(models.map((model) => model.reached(position, timeoutMs)))
  return reached.every(Boolean)
}

/** Waits a little for read models to have what this process knows to be recorded. */
export async function waitForLatest(
  handler: Pick<CommandHandler, 'latest'>,
  ...models: Pick<Model, 'reached'>[]
): Promise<void> {
  await caughtUpWith(handler.latest(), ...models)
}

/** Throws `ListsBuilding` unless what is not in the read models is not there at all, as of the start. */
export async function requireWhole(...models: Model[]): Promise<void> {
  for (const model of models) if (!(await model.isWhole())) throw new ListsBuilding(model.progress)
}

/**
 * Looks something up in a read model, which may know it later where it was recorded just now. Throws `ListsBuilding`
 * where it may exist all the same.
 */
export async function findRecorded<Found>(
  handler: Pick<CommandHandler, 'latest'>,
  model: Model,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const known = await find()
  if (known !== undefined) return known
  await waitForLatest(handler, model)
  const found = await find()
  if (found === undefined) await requireWhole(model)
  return found
}
