import { useStoredText } from '#web/kit/useStoredText.ts'
import { useShownOrder } from './context.ts'

/** What is typed in a form, by the names of its fields; what a field has unless something was typed is not in it. */
export type StoredEntries = ReturnType<typeof useStoredEntries>

/**
 * What is being typed in a form of the order of the page around, stored by this browser until it was sent: it outlives a
 * reload. `form` is the name of the form.
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
