import { useStoredText } from '#web/kit/useStoredText.ts'
import { useShownOrder } from './context.ts'

/** The typed values of a form, by the names of its fields; a field without typed text is not in it. */
export type StoredEntries = ReturnType<typeof useStoredEntries>

/**
 * Returns the values being typed in a form of the page’s order, stored by this browser until sent: they outlive a reload.
 * `form` is the name of the form.
 */
export function useStoredEntries(form: string) {
  const { id } = useShownOrder()
  const [text, keep, forget] = useStoredText(`${form}:${id}`)
  return { values: entriesIn(text), keep: (entries: object) => keep(JSON.stringify(entries)), forget }
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
