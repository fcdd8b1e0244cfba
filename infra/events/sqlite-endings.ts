import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** How many events share an ending at most: a byte of it that the disk changes damages no more of them. */
const maxSharing = 64
/** How many endings are remembered to be shared by the next events. */
const rememberedEndings = 2_000

const schema = 'create table if not exists endings (id integer primary key, text text not null) strict'

/** The whole content of a row of the events, as SQL. */
export const wholeContent = `content || ifnull((select text from endings where endings.id = events.ending), '')`

/** Makes room for endings in a file of an earlier version; `columns` are those of its events. */
export function prepareEndings(database: DatabaseSync, columns: readonly string[]): void {
  if (!columns.includes('ending')) database.exec('alter table events add column ending integer')
  database.exec(schema)
}

/**
 * Contents end with a sealed part that many events have in common: who did them, and from where. It is stored beside the events,
 * once for some of them. Whoever reads is given the content byte for byte, as it was hashed.
 */
export function openEndings(database: DatabaseSync) {
  const insert = database.prepare('insert into endings (text) values (?)')
  const known = new LRUCache<string, { id: number | bigint; uses: number }>({ max: rememberedEndings })

  function idOf(text: string): number | bigint {
    let ending = known.get(text)
    if (!ending || ending.uses === maxSharing) {
      ending = { id: insert.run(text).lastInsertRowid, uses: 0 }
      known.set(text, ending)
    }
    ending.uses++
    return ending.id
  }

  return {
    /** A content in two: what is stored with the event, and the id of its ending where it has one. */
    split(content: string): [own: string, ending: number | bigint | null] {
      const at = content.lastIndexOf('{"key":"')
      const isShared = at > 0 && /^\{"key":"[^"]+","id":"[^"]+","value":"[^"]+"\}\]\}$/.test(content.slice(at))
      return isShared ? [content.slice(0, at), idOf(content.slice(at))] : [content, null]
    },

    /** Drops what is remembered: for when it was not committed. */
    forget: () => known.clear(),
  }
}
