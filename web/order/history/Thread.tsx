/** How far apart stitches are, and how many there are at most, whatever there is to be sewn. */
const gap = 28.8
const mostStitches = 20
const y = 26

/** A thread through so many lines: whole, or cut behind the last of them. */
export function Thread({ lines, cut }: { lines: number; cut: boolean }) {
  const holes = Math.max(2, Math.min(lines + (cut ? 1 : 0), mostStitches + 1))
  const x = (hole: number) => 12 + hole * gap
  const end = x(holes - 1)
  const width = end + 24
  const arc = (hole: number, bow: number) =>
    `M${x(hole)} ${y}C${x(hole) + 7} ${y + bow} ${x(hole + 1) - 7} ${y + bow} ${x(hole + 1)} ${y}`
  const stitches = Array.from({ length: holes - 1 }, (_, at) => at).filter((at) => !cut || at < holes - 2)
  return (
    <div className="thread" style={{ maxWidth: width }} aria-hidden="true">
      <svg className="block w-full no-fill overflow-visible round-caps" viewBox={`0 0 ${width} 44`} aria-hidden="true">
        <path className="thread-rule" d={`M0 ${y}H${width}`} />
        <path
          className="thread-under"
          d={stitches
            .filter((at) => at % 2 === 1)
            .map((at) => arc(at, 3.5))
            .join('')}
        />
        {Array.from({ length: holes }, (_, hole) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a hole is its place
            key={hole}
            className={cut && hole === holes - 1 ? 'thread-hole is-cut' : 'thread-hole'}
            cx={x(hole)}
            cy={y}
            r="3.2"
          />
        ))}
        <path
          className="thread-over"
          d={`M12 ${y}C2 14 -4 30 6 34${stitches
            .filter((at) => at % 2 === 0)
            .map((at) => arc(at, -4.5))
            .join('')}`}
        />
        {cut ? (
          <path
            className="thread-over is-cut"
            d={`M${end - 27.8} ${y}c4-6 7-10 6-18m1 10l6-6M${end} ${y + 4}c-3 4 3 6-1 9`}
          />
        ) : (
          <path className="thread-over" d={`M${end} ${y}c9-10 16-2 8 4s-12 3-6 7`} />
        )}
      </svg>
      <p className="thread-ends flex justify-between ink-2">
        <span>1</span>
        <span className={cut ? 'is-cut' : undefined}>{Math.max(lines + (cut ? 1 : 0), 1)}</span>
      </p>
    </div>
  )
}
