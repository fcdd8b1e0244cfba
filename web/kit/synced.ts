import { HttpError, isUnsure } from '#web/http.ts'

/** The values of a form on the server, undefined where there are none yet, and their revision. */
export type ServerState<Values> = {
  values: { readonly [Name in keyof Values]: Values[Name] | undefined }
  revision: number
}

/** The input in each touched field, the value on the server that it is based on, and what was sent of it and not answered. */
type Touched<Values> = {
  readonly [Name in keyof Values]?: {
    value: Values[Name]
    base: Values[Name] | undefined
    sent?: readonly Values[Name][] | undefined
  }
}

/** A form that begins with the values of the server, and sends only touched fields. */
export type SyncedForm<Values> = {
  serverState: ServerState<Values>
  touched: Touched<Values>
  /** Values suggested where there are none yet: sent without being touched. */
  suggested?: NoInfer<Partial<Values>> | undefined
  /** Whether two values mean the same: `isSameValue` unless given. `base` is what a touched one is based on. */
  same?: ((one: unknown, other: unknown, base?: unknown) => boolean) | undefined
  /** Whether a field is on the form, in the light of the others: every one unless given. */
  isShown?: ((name: keyof Values & string, values: Partial<Values>) => boolean) | undefined
}

/** Whether two values are the same to a reader: surrounding space does not count, and blank values are equal. */
export const isSameValue = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** A value as text, by which values are compared. A file is compared by its name, size and date. */
export const textOf = (value: unknown): string | undefined =>
  JSON.stringify(isBlank(value) ? null : typeof value === 'string' ? value.trim() : value, (_, each) =>
    each instanceof File ? [each.name, each.size, each.lastModified] : each,
  )

const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

const namesOf = <Values>({ serverState }: SyncedForm<Values>) =>
  Object.keys(serverState.values) as (keyof Values & string)[]

/** The values the form shows: the input, else the value of the server, else the suggestion. */
export function valuesOf<Values>(form: SyncedForm<Values>): Partial<Values> {
  const { serverState, touched, suggested } = form
  const shown = (name: keyof Values) => {
    const written = touched[name]
    if (written) return written.value
    return serverState.values[name] === undefined ? suggested?.[name] : serverState.values[name]
  }
  return Object.fromEntries(namesOf(form).map((name) => [name, shown(name)])) as Partial<Values>
}

/** The changes to send: of the shown fields those that differ from the server. */
export function changesIn<Values>(form: SyncedForm<Values>): Partial<Values> {
  const { serverState, touched, same = isSameValue, isShown } = form
  const values = valuesOf(form)
  const changed = namesOf(form).filter(
    (name) => !same(values[name], serverState.values[name], touched[name]?.base) && (isShown?.(name, values) ?? true),
  )
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
}

/**
 * The touched fields that another person has changed meanwhile, to another value. What was sent or suggested here is no one
 * else’s.
 */
export function conflictsIn<Values>(form: SyncedForm<Values>): (keyof Values & string)[] {
  const { serverState, touched, suggested, same = isSameValue } = form
  const changes = changesIn(form)
  return namesOf(form).filter((name) => {
    const written = touched[name]
    const theirs = serverState.values[name]
    const isSuggested = theirs === undefined && suggested?.[name] !== undefined
    if (!written || isSuggested || !(name in changes)) return false
    // Where nothing stood, its writer saw what was suggested; that may have been sent without being touched.
    const seen = written.base === undefined ? [undefined, suggested?.[name]] : [written.base]
    return ![...seen, ...(written.sent ?? [])].some((own) => same(own, theirs))
  })
}

/** Whether something was written that the server does not have; what is only suggested was not written. */
export function isUnsaved<Values>(form: SyncedForm<Values>): boolean {
  const changes = changesIn(form)
  return Object.keys(form.touched).some((name) => name in changes)
}

/** Whether each of some forms, shown or not, has something written that is neither saved nor stored. */
export const unsavedForms = new Set<() => boolean>()

/** The touched fields that are to be sent, without files: those cannot be stored. */
export function unsavedIn<Values>(form: SyncedForm<Values>): Touched<Values> {
  const changes = changesIn(form)
  const unsaved = Object.entries(form.touched as Record<string, { value: unknown }>).filter(
    ([name, { value }]) => name in changes && !(value instanceof File),
  )
  return Object.fromEntries(unsaved) as Touched<Values>
}

/**
 * Sets a field. One with the value of the server is untouched again, unless another value is on its way there (`pending`), or
 * was sent and may still arrive.
 */
export function write<Values, Name extends keyof Values>(
  { serverState, touched }: SyncedForm<Values>,
  name: Name,
  value: Values[Name],
  pending = false,
): Touched<Values> {
  const before = touched[name]
  if (!pending && !before?.sent && value === serverState.values[name]) return withoutTouched(touched, name)
  return { ...touched, [name]: { ...before, value, base: before ? before.base : serverState.values[name] } }
}

/** Remembers what is sent of the touched fields, since it may arrive although its answer is lost. */
export function sending<Values>({ touched }: SyncedForm<Values>, changes: Partial<Values>): Touched<Values> {
  const names = (Object.keys(touched) as (keyof Values)[]).filter((name) => name in changes)
  const sent = names.map((name) => [name, { ...touched[name]!, sent: [...(touched[name]!.sent ?? []), changes[name]] }])
  return { ...touched, ...Object.fromEntries(sent) }
}

/** Forgets of the touched fields what a try sent that was refused. Where it may have been done, it is still remembered. */
export function afterFailure<Values>(
  touched: Touched<Values>,
  changes: Partial<Values>,
  error: unknown,
): Touched<Values> {
  if (isUnsure(error)) return touched
  const names = (Object.keys(touched) as (keyof Values)[]).filter((name) => name in changes)
  const left = names.map((name) => {
    const earlier = touched[name]!.sent?.slice(0, -1)
    return [name, { ...touched[name]!, sent: earlier?.length ? earlier : undefined }]
  })
  return { ...touched, ...Object.fromEntries(left) }
}

/** Keeps the input of a field, based on the current value of the server. */
export function rebased<Values>({ serverState, touched }: SyncedForm<Values>, name: keyof Values): Touched<Values> {
  const written = touched[name]
  return written ? { ...touched, [name]: { value: written.value, base: serverState.values[name] } } : touched
}

/** Discards the input of a field: it follows the server again. */
export function withoutTouched<Values>(touched: Touched<Values>, name: keyof Values): Touched<Values> {
  const { [name]: _, ...others } = touched
  return others as Touched<Values>
}

/** The fields still touched after changes were saved: those written meanwhile, based on the current values. */
export function afterSending<Values>(form: SyncedForm<Values>, sent: Partial<Values>): Touched<Values> {
  const { serverState, touched, same = isSameValue } = form
  const names = (Object.keys(touched) as (keyof Values & string)[]).filter((name) => {
    const { value, base } = touched[name]!
    return name in sent ? value !== sent[name] : !same(value, serverState.values[name], base)
  })
  const left = names.map((name) => [name, (name in sent ? rebased(form, name) : touched)[name]])
  return Object.fromEntries(left) as Touched<Values>
}

/** How often a form is sent, while others change other fields. */
const maxAttempts = 4

/** The answer to a form that was sent. `announce` says more than its message could, and is called in its stead. */
export type Sent<Values> = { message: string; serverState: ServerState<Values>; announce?(): void }

/** The outcome of sending a form, and the state of the server by then. */
type Outcome<Values> = { serverState: ServerState<Values> } & (
  | ({ kind: 'sent'; changes: Partial<Values> } & Pick<Sent<Values>, 'message' | 'announce'>)
  /** Another person changed the same field: nothing was sent. */
  | { kind: 'conflict' }
  /** There was nothing to send: what was written stands. */
  | { kind: 'unchanged' }
)

/**
 * Sends what was touched, on the latest revision at which it stood as its writer saw it. When the server has moved on
 * (412), it loads the present state. Changes of other fields are sent again; those of the same field are not. Throws
 * what `send` and `refresh` throw, and the 412 when others are faster time and again.
 */
export async function sendChanges<Values>(
  form: SyncedForm<Values>,
  send: (changes: Partial<Values>, form: SyncedForm<Values>) => Promise<Sent<Values>>,
  refresh: () => Promise<ServerState<Values>>,
): Promise<Outcome<Values>> {
  let now = form
  for (let tries = 1; ; tries++) {
    const { serverState } = now
    if (conflictsIn(now).length > 0) return { kind: 'conflict', serverState }
    const changes = changesIn(now)
    if (Object.keys(changes).length === 0) return { kind: 'unchanged', serverState }
    try {
      return { kind: 'sent', changes, ...(await send(changes, now)) }
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412 || tries === maxAttempts) throw error
      now = { ...now, serverState: await refresh() }
    }
  }
}
