import { Button } from '#web/kit/Button.tsx'

type NewerVersionProps = { version: number; onRead(): void }

/**
 * Stands in place of an answer that was begun on an earlier version, until its writer has read this one. What they still
 * type or tap for the other is not taken for this.
 */
export const NewerVersion = ({ version, onRead }: NewerVersionProps) => (
  <>
    <p role="alert">A new version has arrived. Please read it first.</p>
    <div className="pt-4">
      <Button kind="line" onClick={onRead}>
        Answer version {version}
      </Button>
    </div>
  </>
)
