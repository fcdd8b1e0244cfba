import type { Work } from '#domain/site/works.ts'
import { Picture } from '#web/kit/Picture.tsx'
import { type PicturePoint, picturePoints } from '#web/site/picture-points.ts'
import { shownImages } from './works.ts'
import './Plates.css'

/**
 * The pictures of a project, each with its points lettered beside it and ruled into it. They stand below it where the
 * window or the texts leave no room.
 */
export function Plates({ work }: { work: Work }) {
  const { plates, others } = platesOf(work)
  return (
    <div className="plates grid">
      {plates.map((plate) => (
        <figure key={plate.src} className={plate.isRuled ? 'plate is-ruled' : 'plate'}>
          <div className="plate-picture bleed relative ink-around-y">
            <Picture
              src={plate.src}
              alt={`${work.title}, picture ${plate.number} of ${work.images.length}`}
              sizes="(min-width: 81rem) 67rem, 100vw"
              first={plate === plates[0]}
            />
            <Leaders notes={plate.notes} />
          </div>
          <figcaption>
            <Notes plate={plate} />
          </figcaption>
        </figure>
      ))}
      {others.length > 0 && (
        <ol>
          {others.map((note) => (
            <Line key={note.letter} note={note} />
          ))}
        </ol>
      )}
    </div>
  )
}

/**
 * The notes of a picture. The first begins as far down as its point is, and each is at least as tall as it is far to
 * the next. The spaces are drawings: their height follows their width as the picture's does.
 */
const Notes = ({ plate: { notes } }: { plate: Plate }) => (
  <ol>
    {notes.map((note, index) => (
      <Line
        key={note.letter}
        note={note}
        above={index === 0 ? note.y : 0}
        below={(notes[index + 1]?.y ?? 1) - note.y}
      />
    ))}
  </ol>
)

const Line = ({ note: { letter, text }, above = 0, below = 0 }: { note: Note; above?: number; below?: number }) => (
  <li>
    {above > 0 && <Space height={above} />}
    <span className="plate-note grid items-baseline py-3 rule-below">
      <Space height={below} />
      <b className="ink-2">{letter}</b>
      <span>{text}</span>
    </span>
  </li>
)

/** A space as tall as this part of the picture, in a margin that is 22 wide where the picture is 78 (Plates.css). */
const Space = ({ height }: { height: number }) => (
  <svg
    className="plate-space hidden w-full h-auto"
    viewBox={`0 0 ${(1600 * 22) / 78} ${Math.max(1, Math.round(height * 1000))}`}
    aria-hidden="true"
  />
)

/** The rules that run from the margin into the picture, each to its point; where there is no margin, the letters. */
const Leaders = ({ notes }: { notes: readonly Note[] }) => (
  <svg
    className="plate-leaders w-full h-full absolute overflow-visible inset-0"
    viewBox="0 0 1600 1000"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {notes.map(({ letter, x, y }) => (
      <g key={letter}>
        <path className="is-under hidden thin-stroke" d={`M0 ${y * 1000}H${x * 1600}`} />
        <path className="hidden thin-stroke" d={`M0 ${y * 1000}H${x * 1600}`} />
        <circle className="thin-stroke" cx={x * 1600} cy={y * 1000} r="8" />
        <text x={x * 1600} y={y * 1000} dy=".32em" textAnchor="middle">
          {letter}
        </text>
      </g>
    ))}
  </svg>
)

/** A point of a project: its letter, what it says, and where in the picture it is seen, if it is seen in one. */
type Note = { letter: string; text: string; x: number; y: number }

/**
 * A picture of a project with the notes that point into it, from top to bottom; `number` counts all of its pictures.
 * `isRuled`: each note has room beside its point, and is ruled to it where the page is wide; else all stand below.
 */
type Plate = { src: string; number: number; notes: Note[]; isRuled: boolean }

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
