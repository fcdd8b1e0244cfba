import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type FieldConflict, fieldConflict } from './Conflict.tsx'
import { sessionStore, shapeOf } from './storage.ts'
import {
  afterFailure,
  afterSending,
  conflictsIn,
  isUnsaved,
  rebased,
  type Sent,
  type ServerState,
  type SyncedForm,
  sendChanges,
  sending,
  textOf,
  unsavedForms,
  unsavedIn,
  valuesOf,
  withoutTouched,
  write,
} from './synced.ts'
import { toast } from './toast.ts'
import { useMutation } from './useMutation.ts'

export type SyncedFormOptions<Values> = Omit<SyncedForm<Values>, 'touched'> & {
  /** The key under which this window stores what is written and not saved yet. It outlives a reload, and other pages. */
  storedAs?: string | undefined
  /** Sends changes on the revision they were made on, as `If-Match`, at which `values` stand. Throws `HttpError`. */
  send(
    changes: Partial<Values>,
    options: { revision: number; key: string },
    values: ServerState<Values>['values'],
  ): Promise<Sent<Values>>
  /** Asks the server what stands now. Throws `HttpError`. */
  refresh(): Promise<ServerState<Values>>
  /** Returns the writer of a field’s value, as far as the page knows. */
  writerOf?(name: keyof Values & string): string | undefined
  /** Shows a field’s value, as people read it: as it is unless given. */
  show?(value: Values[keyof Values], name: keyof Values & string): ReactNode
}

/** What this window has stored itself. */
const anyShape = shapeOf<object>(() => true)

/**
 * A form whose data others change as well. Untouched fields follow the server; touched ones keep what was written. Only
 * touched fields are sent, with the revision that their writer saw. Where another person changed the same field, nothing
 * is sent until the conflict is resolved.
 */
export function useSyncedForm<Values extends object>({
  send,
  refresh,
  writerOf,
  show,
  serverState: given,
  storedAs = '',
  ...rest
}: SyncedFormOptions<Values>) {
  const [touched, setTouched] = useState<SyncedForm<Values>['touched']>(
    () => sessionStore.read(storedAs, anyShape) ?? {},
  )
  const [latest, setLatest] = useState(given)
  const { mutate, errors, setErrors, pending, failed } = useMutation()
  // The answer to a change may be known before the page around has heard of it.
  const form: SyncedForm<Values> = { ...rest, touched, serverState: latest.revision > given.revision ? latest : given }
  const values = valuesOf(form)
  const forget = () => sessionStore.remove(storedAs)
  const unsaved = JSON.stringify(unsavedIn(form))
  useEffect(() => {
    if (unsaved === '{}') sessionStore.remove(storedAs)
    else if (storedAs) sessionStore.set(storedAs, unsaved)
    else {
      const form = () => true
      unsavedForms.add(form)
      return () => void unsavedForms.delete(form)
    }
    return undefined
  }, [storedAs, unsaved])
  // While a change is on its way, what stands may be that change.
  const inConflict = pending ? [] : conflictsIn(form)

  function conflictOf(name: keyof Values & string): FieldConflict | null {
    if (!inConflict.includes(name)) return null
    const theirs = form.serverState.values[name]
    return {
      theirs: theirs !== undefined && show ? show(theirs, name) : String(theirs ?? ''),
      by: writerOf?.(name),
      onKeep: () => setTouched((touched) => rebased({ ...form, touched }, name)),
      onTake: () => setTouched((touched) => withoutTouched(touched, name)),
    }
  }

  const writeIn = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    setTouched((touched) => write({ ...form, touched }, name, value, pending))
    // A field that is being corrected is no longer wrong; whether it is right is seen when the form is sent.
    const isOf = (field: string) => field === name || field.startsWith(`${name}.`)
    setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !isOf(field))))
  }

  /** Sends what was touched. Resolves to whether it stands now. */
  async function submit(): Promise<boolean> {
    if (pending || inConflict.length > 0) return false
    return mutate(async (keyFor) => {
      const outcome = await sendChanges(
        form,
        (changes, now) => {
          const { values, revision } = now.serverState
          setTouched((touched) => sending({ ...now, touched }, changes))
          // At another revision it is another intent: what was done by the one before has been seen.
          return send(changes, { revision, key: keyFor([textOf(changes), revision]) }, values).catch((error) => {
            setTouched((touched) => afterFailure(touched, changes, error))
            throw error
          })
        },
        refresh,
      )
      const { kind, serverState } = outcome
      setLatest(serverState)
      if (kind === 'conflict') return false
      forget() // a form that closes now stores nothing any more
      const changes = kind === 'sent' ? outcome.changes : {}
      setTouched((touched) => afterSending({ ...form, serverState, touched }, changes))
      if (kind === 'unchanged') toast('No changes to save')
      else if (outcome.announce) outcome.announce()
      else toast.success(outcome.message)
      return true
    })
  }

  return {
    values,
    errors,
    pending,
    /** Whether the last try failed. */
    failed,
    /** Whether something is written and not saved. */
    unsaved: isUnsaved(form),
    /** Whether a field has an unresolved conflict. */
    hasConflict: inConflict.length > 0,
    conflictOf,
    write: writeIn,
    submit,
    /** Removes what is stored, for a form that is closed without saving. */
    forget,
    /** Returns the props of a field for words: `<Field label="Received" {...field('paidAmount')} />`. */
    field: (
      name: { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values & string],
    ) => ({
      name,
      value: (values[name] ?? '') as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        writeIn(name, target.value as Values[typeof name]),
      error: errors[name],
      conflict: fieldConflict(conflictOf(name)),
    }),
  }
}

/** Returns what closes a form by `onClose` once it was saved; it stays where something was written meanwhile. */
export function useCloseOnceSaved({ unsaved }: { unsaved: boolean }, onClose: () => void): (isSaved: boolean) => void {
  const [isSaved, setSaved] = useState(false)
  const close = useEffectEvent(() => unsaved || onClose())
  useEffect(() => {
    if (!isSaved) return
    setSaved(false)
    close()
  }, [isSaved])
  return setSaved
}
