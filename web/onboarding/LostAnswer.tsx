import type { DraftAnswer } from '#domain/template/draft.ts'
import { Quiet } from '#web/kit/Quiet.tsx'

type LostAnswerProps = { lost: DraftAnswer; onTakeBack(lost: DraftAnswer): void; onLetGo(): void }

/** Words that gave way to those of another device: still here, until somebody takes them or lets them go. */
export const LostAnswer = ({ lost, onTakeBack, onLetGo }: LostAnswerProps) => (
  <div className="lost-answer" role="status">
    <p>
      This was written on two devices. The later words stand above; the earlier ones are{' '}
      <q>{Array.isArray(lost) ? lost.join(', ') : lost}</q>
    </p>
    <Quiet onClick={() => onTakeBack(lost)}>Use the earlier ones</Quiet>
    <Quiet onClick={onLetGo}>Let them go</Quiet>
  </div>
)
