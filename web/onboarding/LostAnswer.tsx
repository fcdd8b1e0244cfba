import type { DraftAnswer } from '#domain/template/draft.ts'

type LostAnswerProps = { lost: DraftAnswer; onTakeBack(lost: DraftAnswer): void; onLetGo(): void }

/** Words that gave way to those of another device: still here, until somebody takes them or lets them go. */
export const LostAnswer = ({ lost, onTakeBack, onLetGo }: LostAnswerProps) => (
  <div className="lost-answer" role="status">
    <p>
      This was written on two devices. The later words stand above; the earlier ones are{' '}
      <q>{Array.isArray(lost) ? lost.join(', ') : lost}</q>
    </p>
    <button type="button" className="quiet" onClick={() => onTakeBack(lost)}>
      Use the earlier ones
    </button>
    <button type="button" className="quiet" onClick={onLetGo}>
      Let them go
    </button>
  </div>
)
