import { packageId } from '#domain/template/template.ts'
import { call } from '#web/api.ts'
import type { Identified, Saved } from './draft.ts'
import type { TemplatePart } from './parts.ts'
import { loadVersions, type VersionPage } from './useVersions.ts'

/** What an editor's page is loaded with: the list, its latest versions, and how many orders keep their own. */
export type LoadedPart<Item> = {
  saved: Saved<Item>
  versions: VersionPage
  orders: { open: number; cancelled: number; completed: number }
}

/** Loads one part of the template for its editor. Throws `HttpError`. */
export async function loadPart<Item extends Identified>(part: TemplatePart<Item>): Promise<LoadedPart<Item>> {
  const [{ data, orders }, versions] = await Promise.all([
    call('getSinglePackage', { query: { packageId } }),
    loadVersions(part.name),
  ])
  return { saved: { revision: data[0].revision, items: part.read(data[0])! }, versions, orders }
}
