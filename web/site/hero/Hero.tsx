import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { arrowRight } from '#web/kit/marks.tsx'
import { Picture } from '#web/kit/Picture.tsx'
import { film, intro } from '#web/site/content.ts'
import { clockAt, dayAt, type Film, momentAt, useFilm } from './film.ts'
import './Hero.css'

/** The first view: the corrected headline, the film of a page being written, and the moments of its day. */
export function Hero({ hasWork }: { hasWork: boolean }) {
  const player = useFilm()
  const now = momentAt(player.day)
  return (
    <header className="hero grid">
      <h1>
        <span className="block">
          Websites{' '}
          <del className="inline-block relative no-underline">
            generated
            <svg
              className="absolute overflow-visible"
              viewBox="0 0 400 60"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path
                className="no-fill round-caps round-joins thin-stroke stroke-red"
                d="M3 38C58 27 118 33 176 27S300 24 397 17M9 47C92 36 178 42 262 34S352 32 392 27"
              />
            </svg>
          </del>
        </span>{' '}
        <ins className="block italic relative no-underline">
          <svg className="absolute overflow-visible" viewBox="0 0 40 44" aria-hidden="true">
            <path
              className="no-fill round-caps round-joins thin-stroke stroke-red"
              d="M4 41C11 29 16 16 20 3 25 17 30 29 37 40"
            />
          </svg>
          written by&nbsp;hand.
        </ins>
      </h1>
      <div className="hero-intro">
        <p>{intro}</p>
        <div className="row items-center gap-3-5 mt-5">
          {hasWork && (
            <Link className={buttonClass()} to="/#work">
              See Work
            </Link>
          )}
          <Link className="hero-test inline-flex items-center gap-2 target" to="/#test-container">
            Take the 5-question test <Arrow />
          </Link>
        </div>
      </div>
      <FilmPlayer {...player} />
      <ol className="hero-day" aria-label="Steps in the video">
        {film.moments.map(({ at, text }, index) => (
          <li
            className="grid items-baseline pencil py-2 text-3 rule-below"
            key={text}
            data-written={index <= now}
            aria-current={index === now || undefined}
          >
            <span className="serif">{clockAt(dayAt(at))}</span> {text}
          </li>
        ))}
      </ol>
    </header>
  )
}

const Arrow = () => (
  <svg className="pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
    <path d={arrowRight} />
  </svg>
)

/**
 * The film over its poster, and the line of its day below. Without a script it has the browser's own controls instead.
 */
function FilmPlayer({ video, day, playing, toggle, seek }: Film) {
  const clock = clockAt(day)
  return (
    <div className="film">
      <div className="film-frame relative ink-around">
        <Picture src="/pictures/hero" alt={film.label} sizes="(min-width: 64rem) 66rem, 100vw" first />
        <video
          className="w-full h-full absolute inset-0"
          ref={video}
          width={1600}
          height={1000}
          preload="none"
          muted
          loop
          playsInline
          controls
          aria-label="Video"
        >
          <source src="/pictures/hero.webm" type="video/webm" />
          <source src="/pictures/hero.mp4" type="video/mp4" />
        </video>
      </div>
      <div className="film-line flex items-center gap-2 rule-below">
        <button
          className="grid place-center ink-2"
          type="button"
          aria-label={playing ? 'Pause video' : 'Play video'}
          onClick={toggle}
        >
          <svg className="pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
            {playing ? (
              <path d="M7.1 4.2c-.2 3.9-.2 7.8 0 11.7M12.900 4.1c.2 3.9.2 7.9 0 11.8" />
            ) : (
              <path d="M6.3 3.9c-.2 4-.2 8.1 0 12.2 3.7-1.7 7-3.7 10-6.1-3-2.4-6.3-4.4-10-6.1Z" fill="currentColor" />
            )}
          </svg>
        </button>
        <input
          className="min-w-0 appearance-none"
          type="range"
          min={0}
          max={1000}
          step={10}
          value={Math.round(day * 1000)}
          aria-label="Position in the video"
          aria-valuetext={clock}
          onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber / 1000)}
        />
        <span className="serif text-right tabular" aria-hidden="true">
          {clock}
        </span>
      </div>
    </div>
  )
}
