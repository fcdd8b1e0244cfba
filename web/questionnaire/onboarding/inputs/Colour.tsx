import { TextButton } from '#web/kit/Button.tsx'
import { type InputProps, text } from './input.ts'

/** A colour. The control itself cannot be without one, so that none is chosen until the client chooses. */
export const Colour = ({ answer, onAnswer, ties: { 'aria-required': _, ...ties } }: InputProps) => (
  <div className="colour row items-center gap-1-4">
    <input
      {...ties}
      type="color"
      className={answer ? 'colour-well pointer rounded edge' : 'colour-well is-none pointer rounded edge'}
      value={text(answer) || '#ffffff'}
      onChange={({ target }) => onAnswer(target.value)}
    />
    {answer ? (
      <>
        <span>{text(answer)}</span>
        <TextButton onClick={() => onAnswer(null)}>Clear</TextButton>
      </>
    ) : (
      <span className="meta">No colour chosen</span>
    )}
  </div>
)
