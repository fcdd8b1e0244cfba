import type { Versions } from './versions.ts'

/** Who wrote what stands in a field, as far as the versions are shown. */
export const writerIn = ({ all }: Versions, field: string): string | undefined =>
  all.find(({ changes }) => changes.some((change) => change.field === field))?.by
