import type { Work } from '#domain/site/works.ts'
import { type PicturePoint, picturePoints } from '#web/site/picture-points.ts'
import { shownImages } from './works.ts'

/** A point of a project: its letter, what it says, and where in the picture it is seen, if it is seen in one. */
export type Note = { letter: string; text: string; x: number; y: number }

/**
 * A picture of a project with the notes that point into it, from top to bottom; `number` counts all of its pictures.
 * `isRuled`: each note has room beside its point, and is ruled to it where the page is wide; else all stand below.
 */
export type Plate = { src: string; number: number; notes: Note[]; isRuled: boolean }

/** How many characters fit a line of the narrowest margin (Plates.css): counted full, so that a word that wraps has room. */
const charactersPerLine = 26
/** Parts of the picture's height. */
const lineHeight = 0.035
/** How far the last note of a picture may reach below it, in the same parts. */
const belowPicture = 0.25

/** Whether each note ends above the point of the next one. */
const haveRoom = (notes: readonly Note[]): boolean =>
  notes.every(({ text, y }, index) => {
    const room = (notes[index + 1]?.y ?? 1 + belowPicture) - y
    return Math.ceil(text.length / charactersPerLine) * lineHeight <= room
  })

/** The pictures that a project's page shows, and the points that are seen in none of them. The letters go on through all. */
export function platesOf(
  { id, images, points }: Pick<Work, 'id' | 'images' | 'points'>,
  places: Readonly<Record<number, readonly PicturePoint[]>> = picturePoints,
): { plates: Plate[]; others: Note[] } {
  const left = points.map((text, index) => ({ text, place: places[id]?.[index] }))
  let lettered = 0
  const noted = (picture: number | undefined): Note[] =>
    left
      .filter(({ place }) => place?.picture === picture)
      .sort((one, other) => (one.place?.y ?? 0) - (other.place?.y ?? 0))
      .map(({ text, place }) => ({
        letter: String.fromCharCode(97 + lettered++),
        text,
        x: place?.x ?? 0,
        y: place?.y ?? 0,
      }))
  const shown = shownImages(images)
  const numbers = shown.map((src) => images.indexOf(src) + 1)
  for (const each of left) if (each.place && !numbers.includes(each.place.picture)) delete each.place
  const plates = shown.map((src, index) => {
    const notes = noted(numbers[index])
    return { src, number: numbers[index]!, notes, isRuled: haveRoom(notes) }
  })
  return { plates, others: noted(undefined) }
}
