import type { ReactNode, Ref } from 'react'
import { TextButton } from './Button.tsx'
import './NotSent.css'

type NotSentProps = {
  ref?: Ref<HTMLDivElement>
  /** What it is, and its fate. */
  says: string
  text: string
  onDiscard(): void
  /** What else can be done with it. */
  children: ReactNode
}

/** What was typed, or chosen, and can no longer be sent from its form: still here, until it is discarded. */
export const NotSent = ({ ref, says, text, onDiscard, children }: NotSentProps) => (
  <div ref={ref} tabIndex={-1} className="not-sent row items-baseline gap-0-4 mt-2 sans-2-14 ink-2" role="status">
    <p>
      {says} {text && <q className="block pre-line mt-1 ink break-anywhere">{text}</q>}
    </p>
    {children}
    <TextButton onClick={onDiscard}>Discard</TextButton>
  </div>
)
