import { z } from 'zod'
import { sessionStore } from '#web/kit/storage.ts'
import type { Saved, Written } from './edited-list.ts'
import type { TemplatePart } from './parts.ts'

type Unsaved<Item> = { saved: Saved<Item>; now: Written<Item> }

/**
 * Stores what is written and not saved yet in this window through reloads. It belongs to one person: another who logs in
 * here does not find it.
 */
export function unsavedStore<Item extends { id: number }>(part: TemplatePart<Item>, userId: string) {
  const key = `unsaved:${part.name}:${userId}`
  const item = part.schema.transform(([only]) => only ?? null)
  const one = z.preprocess((value) => (value === null ? [] : [value]), item)
  const schema = z.object({
    saved: z.object({ revision: z.int(), items: part.schema }),
    now: z.object({
      items: part.schema,
      conflicts: z.array(
        z.object({ id: z.int(), mine: one, theirs: one, fields: z.array(z.string()), by: z.string() }),
      ),
    }),
  })
  return {
    /** Reads the stored list; undefined where there is none, or none that can be read. */
    read: () => sessionStore.read(key, schema) as Unsaved<Item> | undefined,
    write({ saved, now }: Unsaved<Item>): void {
      sessionStore.write(key, { saved, now })
    },
    remove: () => sessionStore.remove(key),
  }
}
