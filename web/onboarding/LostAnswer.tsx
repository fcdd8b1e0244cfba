import type { DraftAnswer } from '#domain/template/draft.ts'
import { TextButton } from '#web/kit/TextButton.tsx'

type LostAnswerProps = { lost: DraftAnswer; onTakeBack(lost: DraftAnswer): void; onLetGo(): void }

/** An answer that was replaced by that of another device: still here, until it is restored or discarded. */
export const LostAnswer = ({ lost, onTakeBack, onLetGo }: LostAnswerProps) => (
  <div className="lost-answer" role="status">
    <p>
      This was written on two devices. The later words stand above; the earlier ones are{' '}
      <q>{Array.isArray(lost) ? lost.join(', ') : lost}</q>
    </p>
    <TextButton onClick={() => onTakeBack(lost)}>Use the earlier ones</TextButton>
    <TextButton onClick={onLetGo}>Let them go</TextButton>
  </div>
)
