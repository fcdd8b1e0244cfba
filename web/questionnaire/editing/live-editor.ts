import { z } from 'zod'
import { fromWire, type Recorded, streamOf, type WireEvent } from '#domain/event.ts'
import { nextId } from '#domain/questionnaire/editing.ts'
import { changesBetween, type Identified, sameList } from '#domain/questionnaire/list-changes.ts'
import { packageId, type TemplateEvent, templates } from '#domain/questionnaire/template.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { sessionStore } from '#web/kit/storage.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import { followEvents } from '#web/live/socket.ts'
import { createWatchers, recentMs } from '#web/live/watchers.ts'
import { createRetry } from '#web/retry.ts'
import {
  afterSaving,
  atRevision,
  type EditedList,
  edited,
  editedListOf,
  isChanged,
  received,
  redone,
  type Saved,
  settled,
  undone,
  type Way,
  type Written,
} from './edited-list.ts'
import type { TemplatePart } from './parts.ts'

/** The stream of what new orders begin with. */
const stream = streamOf(templates, packageId)

/** The changes of another person while the page was open. */
export type News = { by: string; at: string; ids: ReadonlySet<number>; whileWriting: boolean }

export type EditorState<Item> = EditedList<Item> & {
  changed: boolean
  /** The id of a new item: no question ever had it, and no step that is listed. */
  nextId: number
  /** The latest change of another person, until it is put away. */
  news?: News | undefined
  /** The items that were just written by another person. */
  recent: ReadonlySet<number>
  /** The revision at which the list last changed since the page was loaded; −1 where it did not. */
  changedAt: number
}

/** What an editor knows beside the list. */
type Beside<Item> = Pick<EditorState<Item>, 'news' | 'recent' | 'changedAt'>

type EditorOptions<Item extends Identified> = {
  part: TemplatePart<Item>
  loaded: Saved<Item>
  /** The lowest id that no item ever had by then. */
  nextId: number
  viewer: { id: string; name: string }
}

/** How often a list is sent, while others are faster. */
const maxAttempts = 4

type Outcome = 'sent' | 'conflict' | 'unchanged'

/** A list of the template that is edited here and followed live. What others write is merged with what is written. */
export function liveEditor<Item extends Identified>({ part, loaded, nextId: loadedId, viewer }: EditorOptions<Item>) {
  const { kind } = part
  const unsaved = unsavedStore(part, viewer.id)
  let free = loadedId
  /** The lists sent and not answered yet: their event may come before the answer, or without it. */
  let sent: readonly (readonly Item[])[] = []
  let now = stateOf(begin(), { recent: new Set(), changedAt: -1 })
  const { subscribe, notify } = createWatchers()
  let sending = false
  let isOpen = false
  const retry = createRetry(catchUp)
  const waiting: Recorded<TemplateEvent>[] = []

  function begin(): EditedList<Item> {
    const stored = unsaved.read()
    sent = stored?.sent ?? []
    if (!stored || !isChanged(kind, editedListOf(stored.saved, stored.now))) return editedListOf(loaded)
    // Whatever the stored revision is: an older backup may have been restored since.
    const [list, own] = [editedListOf(stored.saved, stored.now), arrivedAs(loaded.items)]
    return own ? afterSaving(kind, list, loaded, own) : received(kind, list, loaded)
  }

  /** Which of what was sent from here, and never answered, has arrived all the same. */
  function arrivedAs(items: readonly Item[]): readonly Item[] | undefined {
    const own = sent.find((each) => sameList(kind, each, items))
    if (own) sent = []
    return own
  }

  function stateOf(list: EditedList<Item>, rest: Beside<Item>): EditorState<Item> {
    free = Math.max(free, nextId(list.saved.items))
    return { ...list, ...rest, changed: isChanged(kind, list), nextId: Math.max(free, nextId(list.now.items)) }
  }

  function show(list: EditedList<Item>, rest: Partial<Beside<Item>> = {}) {
    const { news, recent, changedAt } = { ...now, ...rest }
    now = stateOf(list, { news, recent, changedAt })
    if (isOpen || unsaved.isOwn()) unsaved.store(now.changed ? { ...now, sent } : undefined)
    notify()
  }

  /** Takes over what another person, or this one elsewhere, has saved. */
  function receive(saved: Saved<Item>, by: string, at: string, changedAt = saved.revision) {
    const own = arrivedAs(saved.items)
    if (own) return show(afterSaving(kind, now, saved, own), { changedAt })
    const ids = new Set(
      changesBetween(kind, now.saved.items, saved.items).map((each) =>
        each.kind === 'changed' ? each.after.id : each.item.id,
      ),
    )
    if (ids.size === 0) return show(atRevision(now, saved.revision))
    const news = { by, at, ids, whileWriting: now.changed }
    show(received(kind, now, saved, { by }), { news, recent: ids, changedAt })
    setTimeout(() => now.recent === ids && show(now, { recent: new Set() }), recentMs)
  }

  function onEvent(event: Recorded<TemplateEvent>) {
    if (sending) return void waiting.push(event)
    const { revision, by, at } = event
    if (revision <= now.saved.revision) return
    if (revision > now.saved.revision + 1) return void catchUp()
    const items = part.madeBy(event)
    if (items) receive({ revision, items }, by.id === viewer.id ? 'You (in another window)' : by.name, at)
    else show(atRevision(now, revision))
  }

  /** Asks the server what stands now. Throws `HttpError`. */
  async function refresh(): Promise<void> {
    const { data } = await call('getSinglePackage', { query: { packageId } })
    const items = part.read(data[0])!
    const { revision } = data[0]
    free = Math.max(free, part.nextId(data[0]))
    if (revision <= now.saved.revision) return
    if (sameList(kind, items, now.saved.items)) return show(atRevision(now, revision))
    const { data: versions } = await call('getPackageVersions', { query: { packageId, of: part.name, limit: 1 } })
    if (revision <= now.saved.revision) return
    receive({ revision, items }, versions[0]?.by ?? '', versions[0]?.at ?? '', versions[0]?.revision)
  }

  /** Refreshes until that succeeds, as long as it is followed: what is shown stays meanwhile. */
  function catchUp(): Promise<unknown> {
    return refresh().then(retry.stop, () => isOpen && retry.later())
  }

  async function attempt(keyFor: KeyFor): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const { saved, now: written } = now
      if (written.conflicts.length > 0) return 'conflict'
      if (sameList(kind, saved.items, written.items)) return 'unchanged'
      if (!sent.some((each) => sameList(kind, each, written.items))) sent = [...sent, written.items]
      show(now) // so that it is stored
      try {
        const key = keyFor([written.items, saved.revision])
        const { events, revision } = await part.send(written.items, { revision: saved.revision, key })
        const items = events.map((event) => part.madeBy(event as TemplateEvent)).find(Boolean) ?? written.items
        sent = []
        show(afterSaving(kind, now, { revision, items }, written.items), { changedAt: revision })
        return 'sent'
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 412 || tries === maxAttempts) throw error
        await refresh()
      }
    }
  }

  return {
    subscribe,
    now: () => now,

    /** Writes other items; `field` names what is typed in, so that letters in one go are one step back. */
    edit: (items: readonly Item[], field?: string) => show(edited(kind, now, items, { field, at: Date.now() })),
    undo: () => show(undone(kind, now)),
    redo: () => show(redone(kind, now)),
    settle: (id: number, way: Way) => show(settled(kind, now, id, way, now.nextId)),
    dismissNews: () => show(now, { news: undefined }),

    /**
     * Sends what is written, on the revision it is based on; merges and sends again where others were faster. What
     * collides is not sent. Throws `HttpError`.
     */
    async send(keyFor: KeyFor): Promise<Outcome> {
      sending = true
      try {
        return await attempt(keyFor)
      } finally {
        sending = false
        for (const event of waiting.splice(0)) onEvent(event)
      }
    },

    /** Follows until the returned function is called. */
    open() {
      isOpen = true
      const take = (event: WireEvent) => event.stream === stream && onEvent(fromWire<TemplateEvent>(event))
      const close = followEvents(take, catchUp, catchUp)
      return () => {
        isOpen = false
        retry.stop()
        close()
      }
    },
  }
}

export type LiveEditor<Item extends Identified> = ReturnType<typeof liveEditor<Item>>

type Unsaved<Item> = { saved: Saved<Item>; now: Written<Item>; sent?: readonly (readonly Item[])[] }

/**
 * Stores what is written and not saved yet in this window through reloads. It belongs to one person: another who logs in
 * here does not find it.
 */
function unsavedStore<Item extends { id: number }>(part: TemplatePart<Item>, userId: string) {
  const key = `unsaved:${part.name}:${userId}`
  /** What this editor found or stored last, as text. */
  let own: string | undefined
  const items = z.array(part.schema)
  const one = part.schema.nullable()
  const conflict = z.object({ id: z.int(), mine: one, theirs: one, fields: z.array(z.string()), by: z.string() })
  const schema = z.object({
    saved: z.object({ revision: z.int(), items }),
    now: z.object({ items, conflicts: z.array(conflict) }),
    sent: z.array(items).optional(),
  })
  return {
    /** Reads the stored list; undefined where there is none, or none that can be read. */
    read(): Unsaved<Item> | undefined {
      own = sessionStore.get(key)
      return sessionStore.read(key, schema) as Unsaved<Item> | undefined
    },
    /** Stores a list, or that there is none. */
    store(unsaved: Unsaved<Item> | undefined): void {
      if (unsaved) sessionStore.write(key, { saved: unsaved.saved, now: unsaved.now, sent: unsaved.sent })
      else sessionStore.remove(key)
      own = sessionStore.get(key)
    },
    /** Whether no other editor has stored something since: one that was left may still be answered. */
    isOwn: () => sessionStore.get(key) === own,
  }
}
