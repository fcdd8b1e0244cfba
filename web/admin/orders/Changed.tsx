import { TextButton } from '#web/kit/TextButton.tsx'
import './Changed.css'

/** Says how many rows have come, gone or moved. They stay where they are until they are asked for. */
export const Changed = ({ count, onShow }: { count: number; onShow(): void }) => (
  <div className="changed" role="status">
    {count > 0 && (
      <p className="row items-baseline gap-0-4 on-wet-wash wet text-3">
        {count} changed. The list stays still until you ask.{' '}
        <TextButton onClick={onShow}>
          Show <kbd>.</kbd>
        </TextButton>
      </p>
    )}
  </div>
)
