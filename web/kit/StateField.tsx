import type { ComponentProps } from 'react'
import { states } from '#domain/order/states.ts'
import { Labelled, type Wording } from '#web/kit/Field.tsx'

type StateFieldProps = Omit<Wording, 'label'> &
  Omit<ComponentProps<'select'>, 'onChange'> & {
    // biome-ignore lint/suspicious/noExplicitAny: forms hand out what an input takes
    onChange?(event: any): void
  }

const byName = Object.entries(states).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

/** The state of the agency or of the buyer, by its code for GST. */
export const StateField = ({ hint, error, conflict, ...select }: StateFieldProps) => (
  <Labelled label="State" hint={hint} error={error} conflict={conflict}>
    {(ties) => (
      <select {...select} {...ties}>
        <option value="">Not given</option>
        {byName.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)
