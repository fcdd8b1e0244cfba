import type { ChangeEvent } from 'react'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { Labelled, type Wording } from '#web/kit/Field.tsx'
import { clockIn } from '#web/kit/time.ts'

type TimeZoneFieldProps = Omit<Wording, 'label'> & {
  name: string
  value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
}

const known = Intl.supportedValuesOf('timeZone')

/** The zone of every date and time that a person sees. */
export function TimeZoneField({ name, value, onChange, error, conflict }: TimeZoneFieldProps) {
  const chosen = value || defaultTimeZone
  const zones = known.includes(chosen) ? known : [chosen, ...known]
  return (
    <Labelled
      label="Time zone"
      hint={`Current time there: ${clockIn(chosen)}.`}
      error={error}
      conflict={conflict ?? null}
    >
      {(ties) => (
        <select
          {...ties}
          name={name}
          value={chosen}
          onChange={(event) => onChange(event as unknown as ChangeEvent<HTMLInputElement>)}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
