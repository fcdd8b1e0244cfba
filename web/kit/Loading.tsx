import './Loading.css'

/** A wait: three lines in pencil. Nothing is seen of a wait shorter than 300 ms. */
export const Loading = ({ label = 'Loading..' }: { label?: string }) => (
  <div className="loading opacity-0" role="status">
    <p className="ink-2">{label}</p>
    <i />
    <i />
    <i />
  </div>
)
