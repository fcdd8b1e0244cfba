import type { ReactNode } from 'react'
import './Bullets.css'

type BulletsProps = {
  lines: readonly string[]
  /** How a line is shown: as it stands unless told. */
  show?(line: string): ReactNode
}

/** Lines of a text, each on a rule of its own. */
export const Bullets = ({ lines, show = (line) => line }: BulletsProps) => (
  <ul className="bullets">
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what is written may say the same twice
      <li key={`${at} ${line}`} className="written">
        {show(line)}
      </li>
    ))}
  </ul>
)
