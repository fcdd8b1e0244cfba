import { useKeptText } from '#web/kit/useKeptText.ts'
import { useShownOrder } from './context.ts'

/** What is typed in a form, by the names of its fields; what a field has unless something was typed is not in it. */
export type KeptEntries = ReturnType<typeof useKeptEntries>

/**
 * What is being typed in a form of the order of the page around, kept by this browser until it was sent: it outlives a
 * reload. `form` is the name of the form.
 */
export function useKeptEntries(form: string) {
  const { id } = useShownOrder()
  const [text, keep, forget] = useKeptText(`${form}:${id}`)
  return { values: entriesIn(text), keep: (entries: object) => keep(JSON.stringify(entries)), forget }
}

/** The entries as they were kept; none where the text is something else. */
export function entriesIn(text: string): Readonly<Record<string, string | undefined>> {
  try {
    const kept: unknown = JSON.parse(text || '{}')
    const entries = kept && typeof kept === 'object' ? Object.entries(kept) : []
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
