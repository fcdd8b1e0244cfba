import './LeadsPage.css'

/** Lists the keys, where there is a keyboard. */
export const LeadKeys = () => (
  <footer className="lead-keys hidden gap-1-5 bleed small ink-above flex-wrap">
    <span>
      <kbd>J</kbd> <kbd>K</kbd> move
    </span>
    <span>
      <kbd>Enter</kbd> open
    </span>
    <span>
      <kbd>1</kbd> to <kbd>4</kbd> set stage
    </span>
    <span>
      <kbd>D</kbd> set follow-up date
    </span>
    <span>
      <kbd>/</kbd> search
    </span>
    <span>Drag a lead to another column, or set its stage on the right</span>
  </footer>
)
