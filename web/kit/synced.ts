import { HttpError } from '#web/http.ts'

/** What stands on the server: the values a form is about, undefined where there are none yet, and their revision. */
export type Standing<Values> = {
  values: { readonly [Name in keyof Values]: Values[Name] | undefined }
  revision: number
}

/** What was written in each touched field, and what its writer saw stand there. */
export type Touched<Values> = {
  readonly [Name in keyof Values]?: { value: Values[Name]; base: Values[Name] | undefined }
}

/** A form that begins with what stands, and sends only what its writer touched. */
export type SyncedForm<Values> = {
  standing: Standing<Values>
  touched: Touched<Values>
  /** What is offered where nothing stands yet: sent without being touched. */
  suggested?: NoInfer<Partial<Values>> | undefined
  /** Whether two values mean the same: `alike` unless given. */
  same?: ((one: unknown, other: unknown) => boolean) | undefined
  /** Whether a field is on the form, in the light of the others: every one unless given. */
  isShown?: ((name: keyof Values & string, values: Partial<Values>) => boolean) | undefined
}

/** Whether two values are the same to a reader: the space around words does not count, and nothing is nothing. */
export const alike = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** A value as text, by which it is told from others. A file is told by what is known of it. */
export const textOf = (value: unknown): string | undefined =>
  JSON.stringify(isBlank(value) ? null : typeof value === 'string' ? value.trim() : value, (_, each) =>
    each instanceof File ? [each.name, each.size, each.lastModified] : each,
  )

const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

const namesOf = <Values>({ standing }: SyncedForm<Values>) => Object.keys(standing.values) as (keyof Values & string)[]

/** What the form shows: what was written, else what stands, else what is suggested. */
export function valuesOf<Values>(form: SyncedForm<Values>): Partial<Values> {
  const { standing, touched, suggested } = form
  const shown = (name: keyof Values) => {
    const written = touched[name]
    if (written) return written.value
    return standing.values[name] === undefined ? suggested?.[name] : standing.values[name]
  }
  return Object.fromEntries(namesOf(form).map((name) => [name, shown(name)])) as Partial<Values>
}

/** What the form has to send: of the fields it shows those that stand differently. */
export function changesIn<Values>(form: SyncedForm<Values>): Partial<Values> {
  const { standing, same = alike, isShown } = form
  const values = valuesOf(form)
  const changed = namesOf(form).filter(
    (name) => !same(values[name], standing.values[name]) && (isShown?.(name, values) ?? true),
  )
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
}

/** The fields somebody else has changed since they were touched, to something else than was written in them. */
export function conflictsIn<Values>(form: SyncedForm<Values>): (keyof Values & string)[] {
  const { standing, touched, same = alike } = form
  const changes = changesIn(form)
  return namesOf(form).filter((name) => {
    const written = touched[name]
    return written && name in changes && !same(written.base, standing.values[name])
  })
}

/** A field is written in. One that says again what stands is untouched. */
export function write<Values, Name extends keyof Values>(
  { standing, touched }: SyncedForm<Values>,
  name: Name,
  value: Values[Name],
): Touched<Values> {
  if (value === standing.values[name]) return untouched(touched, name)
  const before = touched[name]
  return { ...touched, [name]: { value, base: before ? before.base : standing.values[name] } }
}

/** What was written in a field stays, by somebody who has seen what stands now. */
export function rebased<Values>({ standing, touched }: SyncedForm<Values>, name: keyof Values): Touched<Values> {
  const written = touched[name]
  return written ? { ...touched, [name]: { ...written, base: standing.values[name] } } : touched
}

/** What was written in a field is let go: it follows what stands again. */
export function untouched<Values>(touched: Touched<Values>, name: keyof Values): Touched<Values> {
  const { [name]: _, ...others } = touched
  return others as Touched<Values>
}

/** What is still touched once changes were taken: what was written meanwhile, by somebody who has seen what stands. */
export function afterSending<Values>(form: SyncedForm<Values>, sent: Partial<Values>): Touched<Values> {
  const { standing, touched, same = alike } = form
  const names = (Object.keys(touched) as (keyof Values & string)[]).filter((name) => {
    const { value } = touched[name]!
    return name in sent ? value !== sent[name] : !same(value, standing.values[name])
  })
  const left = names.map((name) => [name, (name in sent ? rebased(form, name) : touched)[name]])
  return Object.fromEntries(left) as Touched<Values>
}

/** How often a form is sent, while others change what it is not about. */
const mostTries = 4

/** What became of a form, and what is known to stand by then. */
export type Outcome<Values> = { standing: Standing<Values> } & (
  | { kind: 'sent'; changes: Partial<Values>; message: string }
  /** Somebody else wrote on the same line: nothing was sent. */
  | { kind: 'conflict' }
  /** There was nothing to send: what was written stands. */
  | { kind: 'unchanged' }
)

/**
 * Sends what was touched, on the latest revision at which it stood as its writer saw it. When the server has moved on
 * (412), it asks what stands now: where that is another matter the changes are sent again, and where it is the same one
 * they are not. Throws what `send` and `refresh` throw, and the 412 when others are faster time and again.
 */
export async function sendChanges<Values>(
  form: SyncedForm<Values>,
  send: (
    changes: Partial<Values>,
    form: SyncedForm<Values>,
  ) => Promise<{ message: string; standing: Standing<Values> }>,
  refresh: () => Promise<Standing<Values>>,
): Promise<Outcome<Values>> {
  let now = form
  for (let tries = 1; ; tries++) {
    const { standing } = now
    if (conflictsIn(now).length > 0) return { kind: 'conflict', standing }
    const changes = changesIn(now)
    if (Object.keys(changes).length === 0) return { kind: 'unchanged', standing }
    try {
      return { kind: 'sent', changes, ...(await send(changes, now)) }
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412 || tries === mostTries) throw error
      now = { ...now, standing: await refresh() }
    }
  }
}
