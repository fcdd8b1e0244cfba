/** What a star means, and what becomes of answers before they are sent. */
export const DraftNote = ({ savedAt }: { savedAt: 'everywhere' | 'here' }) => (
  <p className="meta">
    <span aria-hidden="true">*</span> <span className="sr">A star</span> needs an answer.{' '}
    <span role="status">
      {savedAt === 'everywhere'
        ? 'What you write is kept as you write it: you may go on later, or on another device.'
        : 'What you write is kept on this device for now: the server cannot be reached.'}
    </span>{' '}
    Files are not kept until you send them.
  </p>
)
