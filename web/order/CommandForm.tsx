import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { type Entries, Form } from '#web/kit/Form.tsx'
import { FocusFirst, LockWhile } from '#web/kit/focus.tsx'
import { Row } from '#web/kit/Page.tsx'
import type { BrowserStore } from '#web/kit/storage.ts'
import { useStoredText } from '#web/kit/useStoredText.ts'
import { useShownOrder } from './context.ts'
import './CommandForm.css'

type OnInput = ComponentProps<typeof Form>['onInput']

type CommandFormProps = {
  /** The command that it sends. */
  command: { name: string }
  /** What the hook of the command returned. `correct` takes back the error of a field that is written in. */
  form: { pending: boolean; correct?: OnInput; hasConflict?: boolean }
  /** The label of its button. */
  submitLabel: string
  /** The name of the form, where it is another one. */
  label?: string
  kind?: ButtonKind
  /** Resolves to whether it was done. */
  onSubmit(entries: Entries): Promise<boolean>
  /** Hears of every change to a field, in place of `correct`. */
  onInput?: OnInput
  /** Whether it is empty again once it was done, to be written in anew; else it stays as it is. */
  clears?: boolean
  /** Stores what is typed until it was done. */
  stored?: StoredEntries
  /** The note beside the button. */
  note?: ReactNode
  children: ReactNode
}

/** A form on the order's page. What was typed stays until it was done. */
export function CommandForm({
  command,
  form,
  submitLabel,
  label = submitLabel,
  kind = 'line',
  onSubmit,
  onInput = form.correct,
  clears = false,
  stored,
  note,
  children,
}: CommandFormProps) {
  const [time, setTime] = useState(0)
  const submit = async (entries: Entries) => {
    if (!(await onSubmit(entries))) return
    stored?.forget()
    if (clears) setTime(time + 1)
  }
  return (
    <Row className="act">
      <Form
        key={time}
        className="act-form"
        label={label}
        command={command.name}
        onSubmit={submit}
        onInput={(event) => {
          onInput?.(event)
          stored?.keep({ ...stored.values, ...Object.fromEntries(new FormData(event.currentTarget)) })
        }}
      >
        {time > 0 && <FocusFirst />}
        <LockWhile pending={form.pending} />
        <div className="act-fields grid columns-1 gap-4-6">{children}</div>
        <div className="row items-center gap-2-4 pt-4">
          <Button kind={kind} pending={form.pending}>
            {submitLabel}
          </Button>
          {note}
          {form.hasConflict !== undefined && <ConflictNote form={form} />}
        </div>
      </Form>
    </Row>
  )
}

/** The typed values of a form, by the names of its fields; a field without typed text is not in it. */
type StoredEntries = ReturnType<typeof useStoredEntries>

/**
 * Returns the values being typed in a form of the page’s order, stored by this browser until sent: they outlive a reload.
 * `form` is the name of the form. What has an id of its own is stored for this window alone: another writes another one.
 */
export function useStoredEntries(form: string, store?: BrowserStore) {
  const { id } = useShownOrder()
  const [text, keep, forget] = useStoredText(`${form}:${id}`, store)
  return { values: entriesIn(text), keep: (entries: Record<string, unknown>) => keep(JSON.stringify(entries)), forget }
}

/** The entries as they were stored; none where the text is something else. */
export function entriesIn(text: string): Readonly<Record<string, string | undefined>> {
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    const entries = parsed && typeof parsed === 'object' ? Object.entries(parsed) : []
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
