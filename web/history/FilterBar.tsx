import type { ReactNode } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import './FilterBar.css'

type FilterBarProps = {
  /** The label of the search, for screen readers. */
  label: string
  /** Clears the filters; absent while all lines are shown. */
  onClear?: (() => void) | undefined
  children: ReactNode
}

/** The filters of lines, in a sentence of which some words are chosen. */
export const FilterBar = ({ label, onClear, children }: FilterBarProps) => (
  <Row className={['ink-around-y', !onClear && 'no-print']} bodyClass="py-3">
    <search className="asked row items-baseline justify-between gap-1-4" aria-label={label}>
      <p>{children}</p>
      {onClear && <TextButton onClick={onClear}>Clear filters</TextButton>}
    </search>
  </Row>
)
