import './mark.css'

/** Done: the tick of a hand, in the colour of the text around it. Silent unless it is given a label. */
export const Tick = ({ label }: { label?: string }) => (
  <>
    <svg className="mark inline-block flex-none" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M2.2 12.6C4 13.2 5.8 15.3 7.1 17.9 9.7 12 14.8 5.8 22 2.2 15.6 7.4 11 13.9 8.4 21c-.4 1.1-1.7 1.1-2.1 0C5.2 17.8 3.9 15 2.2 12.6Z"
      />
    </svg>
    {label && <span className="sr">{label}</span>}
  </>
)
