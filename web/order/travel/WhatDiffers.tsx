import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { type Compared, compareMoments } from '#domain/order/differences.ts'
import type { Order } from '#domain/order/order.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { linkToMoment, type Tab, tabs } from '#web/order/tabs.ts'
import type { OrderLife } from './useOrderLife.ts'
import './WhatDiffers.css'

/** How many differences are shown until all are asked for. */
const atFirst = 6

type WhatDiffersProps = {
  life: OrderLife
  /** The stops that are compared, in any order. */
  one: number
  other: number
  tab: Tab
}

/** Shows the differences between two moments, the earlier one first, each with the way to the tab where it stands. */
export function WhatDiffers({ life: { past, stops }, one, other, tab }: WhatDiffersProps) {
  const [isWhole, setWhole] = useState(false)
  const [at, comparedWith] = [stops[one]!, stops[other]!]
  const [before, after] = [past.stateAt(Math.min(at, comparedWith)), past.stateAt(Math.max(at, comparedWith))]
  const differing = useMemo(
    () => compareMoments(before, after).filter(({ isSame, isCounted }) => !isSame && !isCounted),
    [before, after],
  )
  const between = Math.abs(other - one)
  const linkTo = (to: Tab) => linkToMoment(at, to, comparedWith)
  return (
    <section aria-label="Differences" className="differs">
      <SectionHeader
        title={differing.length === 0 ? 'No differences' : counted(differing.length, 'difference')}
        aside={between === 0 ? 'The same entry twice' : `${counted(between, 'entry', 'entries')} apart`}
      />
      <ul>
        {(isWhole ? differing : differing.slice(0, atFirst)).map((row) => (
          <Row
            key={row.key}
            as="li"
            className="difference rule-below"
            bodyClass="grid items-baseline gap-1-5 py-2 pre-line break-anywhere"
          >
            <span className="difference-about sans-2-14 ink-2">
              {row.about} <Where row={row} tab={tab} linkTo={linkTo} />
            </span>
            <del>{row.before ?? 'none'}</del>
            <ins className="marked">{row.after ?? 'none'}</ins>
          </Row>
        ))}
      </ul>
      {differing.length > atFirst && (
        <Row className="differs-more" bodyClass="py-2">
          <TextButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${differing.length} differences`}
          </TextButton>
        </Row>
      )}
    </section>
  )
}

/** The tab that shows a field of an order; the overview, where it has none of its own. */
const tabOf: { [Field in keyof Order]?: Tab } = {
  ...{ invoice: 'invoice', documents: 'invoice', buyer: 'invoice', payments: 'payment', paymentLink: 'payment' },
  ...{ proposal: 'proposal', proposals: 'proposal', designs: 'design', rounds: 'design' },
}

type WhereProps = { row: Compared; tab: Tab; linkTo(tab: Tab): { search: string } }

function Where({ row: { field }, tab, linkTo }: WhereProps) {
  const to = tabOf[field] ?? 'overview'
  if (to === tab) return null
  return (
    <Link to={linkTo(to)} preventScrollReset>
      {tabs[to]}
    </Link>
  )
}
