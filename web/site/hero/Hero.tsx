import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { film, intro } from '#web/site/content.ts'
import { clockAt, dayAt, momentAt } from './day.ts'
import { FilmPlayer } from './FilmPlayer.tsx'
import { useFilm } from './useFilm.ts'
import './Hero.css'

/** The first view: the corrected headline, the film of a page being written, and the moments of its day. */
export function Hero() {
  const player = useFilm()
  const now = momentAt(player.day)
  return (
    <header className="hero grid">
      <h1>
        <span>
          Websites{' '}
          <del className="relative">
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
        <ins className="italic relative">
          <svg viewBox="0 0 40 44" aria-hidden="true">
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
          <Link className={buttonClass()} to="/#work">
            See Work
          </Link>
          <Link className="hero-test inline-flex items-center gap-2 target" to="/#test-container">
            Take the 5-question test <Arrow />
          </Link>
        </div>
      </div>
      <FilmPlayer {...player} />
      <ol className="hero-day" aria-label="Steps in the video">
        {film.moments.map(({ at, text }, index) => (
          <li
            className="items-baseline pencil py-2 text-3 rule-below"
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
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 10.2c4.6-.5 9-.4 13.6-.2M12 5.6c1.3 1.9 2.8 3.3 4.8 4.4-2 .9-3.6 2.2-5 4.3" />
  </svg>
)
