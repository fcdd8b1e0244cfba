import { z } from 'zod'
import type { SavedDraft } from '#domain/contract/onboarding.ts'
import type { DraftAnswer } from '#domain/questionnaire/answers.ts'
import { answer } from '#domain/questionnaire/question.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { localStore } from '#web/kit/storage.ts'
import { createWatchers } from '#web/live/watchers.ts'
import { isHeldBy } from '#web/shell/belongings.ts'
import { afterSaving, type DeviceDraft, emptyDraft, merged, toSend, withAnswer } from './device-draft.ts'

/** How long after the last keystroke the draft is saved, and until a failed save is retried: milliseconds. */
const saveDelayMs = 700
const retryDelayMs = 5_000

type DraftState = {
  draft: DeviceDraft
  /** Where it is saved by now: with the server, or on this device only, and why. */
  savedAt: 'everywhere' | 'here: unreachable' | 'here: logged out' | 'here: refused'
  /** When answers were last sent, by the server's clock; undefined until the server has told. */
  sentAt: number | undefined
  /** Whether the answers were sent while they were open here. */
  isSent: boolean
}

/** Loads the person's draft from the server; undefined when it cannot be asked: a draft is written all the same. */
export const loadSavedDraft = (): Promise<SavedDraft | undefined> => call('getDraft').catch(() => undefined)

/** A person's draft: kept on this device with every letter, and on the server a moment later. */
export function liveDraft(userId: string, loaded: SavedDraft | undefined) {
  const own = localStore.read(keyOf(userId), stored) ?? emptyDraft
  let now: DraftState = {
    draft: loaded ? merged(own, loaded, Date.now()) : own,
    savedAt: loaded ? 'everywhere' : 'here: unreachable',
    sentAt: loaded?.sentAt,
    isSent: false,
  }
  const { subscribe, notify } = createWatchers()
  const writtenHere = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  let following = false
  let dropped = false

  function show(changes: Partial<DraftState>) {
    now = { ...now, ...changes }
    if (changes.draft && !dropped) localStore.write(keyOf(userId), now.draft)
    notify()
  }

  function mergeSaved(saved: SavedDraft) {
    const draft = merged(now.draft, saved, Date.now(), (id) => writtenHere.has(id))
    const isSent = now.isSent || (now.sentAt !== undefined && now.draft.sentAt < draft.sentAt)
    show({ draft, isSent, sentAt: draft.sentAt, savedAt: 'everywhere' })
  }

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    if (following) timer = setTimeout(save, milliseconds)
  }

  async function save(keepalive = false): Promise<void> {
    clearTimeout(timer)
    if (saving || !following) return
    if (!isHeldBy(userId)) return show({ savedAt: 'here: logged out' }) // it would be sent in another person's name
    const before = now.draft
    const unsent = toSend(before, Date.now())
    if (unsent.length === 0) return
    saving = true
    try {
      const saved = await call('saveDraft', { body: { answers: unsent }, keepalive })
      if (following) {
        show({ draft: afterSaving(now.draft, unsent, before, saved) })
        mergeSaved(saved)
      }
    } catch (error) {
      show({ savedAt: savedAfter(error) })
      // What is refused is refused again: it is tried with the next letter.
      if (error instanceof HttpError && (error.status === 0 || error.status >= 429)) saveIn(retryDelayMs)
    }
    saving = false
    // What the server left out, as the answer to a question that was removed, it would leave out again.
    const isNew = Object.entries(now.draft.unsent).some(([id, at]) => before.unsent[Number(id)] !== at)
    if (now.savedAt === 'everywhere' && isNew) saveIn(saveDelayMs)
  }

  /** Looks what another device has written since. */
  async function refresh(): Promise<void> {
    const saved = await loadSavedDraft()
    if (!saved || !following || !isHeldBy(userId)) return
    mergeSaved(saved)
    saveIn(0)
  }

  // A person who turns to another device leaves this page first; one who comes back may have written there.
  const onVisibilityChange = () => (document.visibilityState === 'hidden' ? save(true) : refresh())

  return {
    subscribe,
    now: () => now,
    look: refresh,
    answer(id: number, answer: DraftAnswer) {
      writtenHere.add(id)
      show({ draft: withAnswer(now.draft, id, answer, Date.now()) })
      saveIn(saveDelayMs)
    },
    /** Keeps the name of a chosen file, or forgets it. */
    setFileName(id: number, file: string | undefined) {
      const { [id]: _, ...others } = now.draft.files
      show({ draft: { ...now.draft, files: file === undefined ? others : { ...others, [id]: file } } })
    },
    /** Discards an answer that another device's replaced. */
    discardLost(id: number) {
      const { [id]: _, ...lost } = now.draft.lost
      show({ draft: { ...now.draft, lost } })
    },
    /** Sends to the server until the returned function is called. */
    open(): () => void {
      following = true
      document.addEventListener('visibilitychange', onVisibilityChange)
      addEventListener('focus', refresh)
      addEventListener('online', refresh)
      void (loaded ? save() : refresh())
      return () => {
        void save(true)
        following = false
        document.removeEventListener('visibilitychange', onVisibilityChange)
        removeEventListener('focus', refresh)
        removeEventListener('online', refresh)
        clearTimeout(timer)
      }
    },
    /** Forgets it here: the answers are sent, and the server has forgotten them with that. */
    drop() {
      following = false
      dropped = true
      clearTimeout(timer)
      localStore.remove(keyOf(userId))
    },
  }
}

/** Where a draft is saved after the server has not taken it. */
function savedAfter(error: unknown): DraftState['savedAt'] {
  if (!(error instanceof HttpError) || error.status === 0 || error.status >= 500) return 'here: unreachable'
  return error.status === 401 ? 'here: logged out' : 'here: refused'
}

const keyOf = (userId: string) => `onboarding-draft:${userId}`
const times = z.record(z.string(), z.number()).default({})
const stored = z.object({
  answers: z.record(z.string(), answer),
  files: z.record(z.string(), z.string()),
  unsent: times,
  seen: times,
  // Of any length: what is too long to be sent is not lost for that.
  lost: z.record(z.string(), z.union([z.string(), z.array(z.string())]).nullable()).default({}),
  sentAt: z.number().default(0),
})
