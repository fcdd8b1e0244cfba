import { idIn } from '#domain/event.ts'
import { apiKeyForm, defaultKeyDays, maxKeyDays } from '#domain/integrations/api-key.ts'
import { scopes } from '#domain/integrations/scopes.ts'
import { dayIn } from '#domain/time-zone.ts'
import { endOfDay } from '#domain/zone-instants.ts'
import { call } from '#web/api.ts'
import { Field } from '#web/kit/Field.tsx'
import { aDay, currentZone } from '#web/kit/time.ts'
import { NewEntry } from './NewEntry.tsx'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

/** The day so many days from now, by the agency's clock. */
const dayAfter = (days: number) => dayIn(currentZone(), Date.now() + days * aDay)

/** Makes a key. */
export const NewApiKey = ({ onMade }: { onMade(secret: FreshSecret): void }) => (
  <NewEntry
    title="New API key"
    submitLabel="Create key"
    input={apiKeyForm}
    read={(data) => {
      const lastDay = String(data.get('expires') ?? '')
      // A year of five digits is no day: the form says so.
      const isDay = /^\d{4}-/.test(lastDay)
      const expires = isDay ? new Date(endOfDay(currentZone(), lastDay) - 1).toISOString() : lastDay
      return { name: data.get('name'), scopes: data.getAll('scopes'), expires }
    }}
    send={async (body, idempotencyKey) => {
      const { key, events } = await call('createApiKey', { body, key: idempotencyKey })
      onMade({ id: idIn({ name: 'api-key' }, events[0]!.stream)!, title: body.name, text: key })
    }}
  >
    {(errors) => (
      <>
        <Field label="Name" name="name" maxLength={60} autoComplete="off" autoFocus error={errors.name} />
        <Ticks legend="Permissions" name="scopes" options={Object.entries(scopes)} error={errors.scopes} />
        <Field
          label="Last day"
          name="expires"
          type="date"
          defaultValue={dayAfter(defaultKeyDays)}
          max={dayAfter(maxKeyDays - 1)} // works until the end of that day
          hint="The key works until the end of this day, at most 10 years from now."
          error={errors.expires}
        />
      </>
    )}
  </NewEntry>
)
