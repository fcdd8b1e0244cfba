import './mark.css'

/** Open or wrong: the cross of a hand, in the colour of the text around it. Silent unless it is given a label. */
export const Cross = ({ label }: { label?: string }) => (
  <>
    <svg className="mark inline-block flex-none" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2.3"
        strokeLinecap="round"
        d="M4.2 3.6C8.6 8.4 14 14.8 19.6 20.6M20 4.4C15.4 9 9.4 14.6 3.6 20.2"
      />
    </svg>
    {label && <span className="sr">{label}</span>}
  </>
)
