import './Bullets.css'

/** Lines of a text, each on a rule of its own. */
export const Bullets = ({ lines }: { lines: readonly string[] }) => (
  <ul className="bullets">
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what is written may say the same twice
      <li key={`${at} ${line}`}>{line}</li>
    ))}
  </ul>
)
