import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { type ActivityKind, type ActivityTopic, activityAreas, areaNames } from '#domain/history/kinds.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { searchOf } from '#web/api.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { Row } from '#web/kit/Page.tsx'
import { today } from '#web/kit/time.ts'
import { useViewer } from '#web/shell/session.ts'
import { FilterBar } from './FilterBar.tsx'
import { type ActivityFilter, chosenArea, filterIn } from './filter.ts'

const areas = [
  { name: 'all', title: 'Everything' },
  ...areaNames.map((name) => ({ name, title: activityAreas[name].title })),
] as const

type ActivityFiltersProps = { filter: ActivityFilter; people: readonly { id: string; name: string }[] }

/** The filters of the activity, in a sentence. They are in the address. */
export function ActivityFilters({ filter: shown, people }: ActivityFiltersProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  // While lines are on their way, what was asked for is said, and may be added to.
  const filter = next?.pathname === pathname ? filterIn(new URLSearchParams(next.search)) : shown
  const viewer = useViewer()
  const area = chosenArea(filter)
  const { actor, from, to, quiet, kind } = filter
  const go = (changes: ActivityFilter) =>
    navigate({ search: searchOf({ ...filter, ...changes }) }, { preventScrollReset: true, replace: true })
  const isKnown = people.some(({ id }) => id === actor)
  return (
    <>
      <Row className="ink-above">
        <Choices
          label="Show"
          options={areas}
          chosen={area ?? 'all'}
          onChoose={(name) => void go({ kind: name === 'all' ? undefined : (name as ActivityTopic) })}
        />
      </Row>
      <FilterBar
        label="Search the activity"
        onClear={Object.keys(filter).length > 0 ? () => void navigate({ search: '' }, { replace: true }) : undefined}
      >
        Entries by{' '}
        <select
          aria-label="Person"
          value={actor ?? ''}
          onChange={({ target }) => void go({ actor: target.value || undefined })}
        >
          <option value="">anyone</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === viewer.id ? 'you' : name}
            </option>
          ))}
          {actor && !isKnown && <option value={actor}>someone else</option>}
        </select>{' '}
        about{' '}
        <select
          aria-label="Topic"
          value={kind?.includes('.') ? kind : ''}
          onChange={({ target }) => void go({ kind: (target.value as ActivityKind) || area })}
        >
          <option value="">{area ? 'anything here' : 'anything'}</option>
          {(area ? [area] : areaNames).map((each) => (
            <optgroup key={each} label={activityAreas[each].title}>
              {Object.entries(activityAreas[each].kinds).map(([name, title]) => (
                <option key={name} value={`${each}.${name}`}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>{' '}
        from <DayField label="From" none="the start" day={from} max={to} onChange={(from) => void go({ from })} /> to{' '}
        <DayField label="To" none="now" day={to} min={from} onChange={(to) => void go({ to })} />, read receipts, logins
        and visits{' '}
        <select
          aria-label="Read receipts, logins and visits"
          value={quiet ?? ''}
          onChange={({ target }) => void go({ quiet: target.value === 'true' ? 'true' : undefined })}
        >
          <option value="">hidden</option>
          <option value="true">shown</option>
        </select>
      </FilterBar>
    </>
  )
}

type DayFieldProps = {
  label: string
  /** The text where no day is chosen. */
  none: string
  day: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange(day: string | undefined): void
}

/** A day, or none: as the site writes it, and as the browser has it typed while it is. */
function DayField({ label, none, day, min, max, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '')
  const [from, setFrom] = useState(day)
  if (from !== day) {
    setFrom(day)
    setTyped(day ?? '')
  }
  // A year is typed digit by digit: 0002 and 0020 come before 2026, and are not meant.
  const write = (value: string) => {
    setTyped(value)
    if (value === '' || /^(19|20)/.test(value)) onChange(value || undefined)
  }
  return (
    <span className="activity-day inline-block target italic relative" data-says={day ? dayInWords(day) : none}>
      <input
        className="pointer w-full absolute inset-0"
        type="date"
        aria-label={label}
        value={typed}
        min={min}
        max={max ?? today()}
        onChange={({ target }) => write(target.value)}
        onBlur={() => setTyped(day ?? '')}
      />
    </span>
  )
}
