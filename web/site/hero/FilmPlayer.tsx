import { Picture } from '#web/kit/Picture.tsx'
import { film } from '#web/site/content.ts'
import { clockAt } from './day.ts'
import type { Film } from './useFilm.ts'
import './FilmPlayer.css'

/**
 * The film over its poster, and the line of its day below. Without a script it has the browser's own controls instead.
 */
export function FilmPlayer({ video, day, playing, toggle, seek }: Film) {
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
