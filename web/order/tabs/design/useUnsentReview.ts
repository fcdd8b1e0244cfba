import { useEffect, useEffectEvent, useState } from 'react'
import type { Pin } from '#domain/order/design-draft.ts'
import { hasFileOf } from '#domain/order/request-changes.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { localStore, shapeOf } from '#web/kit/storage.ts'
import { unsavedForms } from '#web/kit/synced.ts'
import { useShownOrder } from '#web/order/context.ts'

/** A point that was not sent yet. Its picture is kept as a `data:` URL. */
export type UnsentPoint = {
  id: string
  text: string
  /** The version that it was written about. */
  version?: number
  pin?: Pin | undefined
  /** Whether it lost its pin, since the latest version lacks the picture; as long as that is so. */
  isUnpinned?: boolean
  picture?: { name: string; url: string } | undefined
}

/** Whether there is more of a point than its place: a text or a picture, which is not to be lost. */
const isWritten = ({ text, picture }: UnsentPoint): boolean => text.trim() !== '' || picture !== undefined

/** The unsent part of a client’s review: points, and their name. It outlives a reload, in this browser. */
type Written = {
  points: UnsentPoint[]
  name: string
  /** The version that the name was typed for. */
  version?: number
}

export type UnsentReview = ReturnType<typeof useUnsentReview>

const shape = shapeOf<Written>(({ points, name }) => Array.isArray(points) && typeof name === 'string')
const nothing: Written = { points: [], name: '' }
const draftKey = (orderId: string) => `review-draft:${orderId}`
/** The key of the picture beside a point, or the beginning of all of them: apart, as a draft is stored at each letter. */
const pictureKey = (orderId: string, pointId = '') => `review-picture:${orderId}:${pointId}`

function readDraft(orderId: string): Written {
  const { points, ...rest } = localStore.read(draftKey(orderId), shape) ?? nothing
  const withPicture = ({ picture, ...point }: UnsentPoint): UnsentPoint => {
    // An earlier version of this page stored it within the draft.
    const url = picture && (picture.url || localStore.get(pictureKey(orderId, point.id)))
    return url ? { ...point, picture: { ...picture, url } } : point
  }
  return { ...rest, points: points.map(withPicture) }
}

/** Stores a draft in the place of the one `before`; of its pictures those that changed. */
function storeDraft(orderId: string, before: Written, next: Written): void {
  const withoutUrl = ({ picture, ...point }: UnsentPoint): UnsentPoint =>
    picture ? { ...point, picture: { ...picture, url: '' } } : point
  if (next.points.length === 0 && !next.name) localStore.remove(draftKey(orderId))
  else localStore.write(draftKey(orderId), { ...next, points: next.points.map(withoutUrl) })
  for (const { id, picture } of next.points) {
    const key = pictureKey(orderId, id)
    if (picture && localStore.get(key) !== picture.url) localStore.set(key, picture.url)
  }
  for (const { id } of before.points) {
    if (!next.points.some((point) => point.id === id && point.picture)) localStore.remove(pictureKey(orderId, id))
  }
  if (!isUnsaved()) return
  addEventListener('beforeunload', askFirst)
  unsavedForms.add(isUnsaved)
}

/** Whether the browser did not take something of a review. */
const isUnsaved = (): boolean => localStore.unstored().some((key) => key.startsWith('review-'))

/** Asks before the window is left with what the browser did not take, whichever page of the site it shows by then. */
function askFirst(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
}

export function useUnsentReview() {
  const { id: orderId, order } = useShownOrder()
  const { designs, rounds } = order
  const latest = designs.length
  const [written, setWritten] = useState(() => readDraft(orderId))

  useEffect(() => {
    setWritten(readDraft(orderId)) // it may have been changed while this was not shown
    const changedElsewhere = ({ key }: StorageEvent) => {
      if (key === draftKey(orderId) || key?.startsWith(pictureKey(orderId))) setWritten(readDraft(orderId))
    }
    addEventListener('storage', changedElsewhere)
    return () => removeEventListener('storage', changedElsewhere)
  }, [orderId])

  /** Without the points that were recorded, where the answer to sending them was lost. */
  const withoutRecorded = ({ points, ...rest }: Written): Written => ({
    ...rest,
    points: points.filter(
      ({ version = Number.POSITIVE_INFINITY, text }) =>
        !rounds.some((round) => round.version >= version && round.points.some((sent) => sent.text === text.trim())),
    ),
  })
  /** Changes what is written by now, also in another tab, and not what it was when this was drawn. */
  const keep = (change: (stored: Written) => Written) => {
    const stored = readDraft(orderId)
    const next = change(withoutRecorded(stored))
    storeDraft(orderId, stored, next)
    setWritten(next)
  }
  const keepPoints = (change: (stored: readonly UnsentPoint[]) => UnsentPoint[]) =>
    keep((stored) => ({ ...stored, points: change(stored.points) }))
  const { points, name, version } = withoutRecorded(written)
  const dropRecorded = useEffectEvent(() => keep((stored) => stored))
  const isRecorded = points.length < written.points.length
  useEffect(() => {
    if (isRecorded) dropRecorded() // their pictures take up the room of the next ones
  }, [isRecorded])
  const shown = points.map(
    ({ pin, ...point }): UnsentPoint =>
      pin && !hasFileOf(order, latest, pin) ? { ...point, isUnpinned: true } : { ...point, pin },
  )
  const begun = shown.filter(isWritten)
  return {
    points: shown,
    /** The points with something written in them. */
    written: begun,
    name,
    /** Whether the browser did not take all of a point: it is lost with the page. */
    isUnstored: (id: string): boolean =>
      localStore.unstored().some((key) => key === draftKey(orderId) || key === pictureKey(orderId, id)),
    /** Whether something of it was written about a version before the latest. */
    isOutdated: (name !== '' && version !== latest) || begun.some((each) => each.version !== latest),
    /** Goes on with the latest version: the points stay, and the name is to be typed again. */
    beginAgain: () =>
      keep(({ points }) => ({ name: '', points: points.map((point) => ({ ...point, version: latest })) })),
    setName: (name: string) => keep(({ points }) => ({ points, name, version: latest })),
    /** Adds a point, on the draft or on the whole of it, and answers its id. */
    add(pin?: Pin): string {
      const id = newIdempotencyKey()
      keepPoints((stored) => [...stored, { id, text: '', version: latest, ...(pin ? { pin } : {}) }])
      return id
    },
    /** Changes a point. The first that is written in it is about the version that is shown by then. */
    change: (id: string, changes: Partial<UnsentPoint>) =>
      keepPoints((stored) =>
        stored.map((each) =>
          each.id === id ? { ...each, ...(isWritten(each) ? {} : { version: latest }), ...changes } : each,
        ),
      ),
    remove: (id: string) => keepPoints((stored) => stored.filter((each) => each.id !== id)),
    /** Takes off the points that were sent, and those with nothing written; what was written meanwhile stays. */
    clearPoints: (sent: readonly UnsentPoint[]) =>
      keepPoints((stored) =>
        stored.filter(
          (point) => isWritten(point) && !sent.some(({ id, text }) => id === point.id && text === point.text),
        ),
      ),
    /** Takes off the name, and points with nothing written. */
    clear: () => keep(({ points }) => ({ name: '', points: points.filter(isWritten) })),
  }
}

/** The longest side of a picture beside a point, in pixels: what shows a place is sharp, and many are kept on a device. */
const longestSide = 1_600

/**
 * A picture that was chosen, small enough to be kept until it is sent, as a `data:` URL. Throws when the file is not a
 * picture.
 */
export async function smallPicture(file: File): Promise<{ name: string; url: string }> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')!
  // A JPEG has no transparency: it would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const url = canvas.toDataURL('image/jpeg', 0.85)
  return { name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, url }
}

/** The file that a kept picture is sent as. */
export async function fileOf({ name, url }: { name: string; url: string }): Promise<File> {
  const [, base64 = ''] = url.split(',')
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: 'image/jpeg' })
}
