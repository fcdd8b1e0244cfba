import type { Work } from '#domain/site/works.ts'
import { Picture } from '#web/kit/Picture.tsx'
import { type Note, type Plate, platesOf } from './plates.ts'
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
        <ol className="plate-notes">
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
  <ol className="plate-notes">
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
