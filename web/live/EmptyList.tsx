import { EmptyState } from '#web/kit/Loading.tsx'
import { useListsMade } from '#web/lists-made.ts'

/** A list without a row: nothing is there, unless the server is still making it. */
export function EmptyList({ message }: { message: string }) {
  const made = useListsMade()
  return <EmptyState message={made < 100 ? `Preparing the list: ${made}%` : message} />
}
