import './Unread.css'

/** How much is unread, in green; nothing when there is nothing. */
export const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="unread green">
      {count}
      <span className="sr"> unread</span>
    </span>
  )
