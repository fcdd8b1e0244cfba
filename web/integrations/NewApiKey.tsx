import { apiKeyForm, defaultKeyDays } from '#domain/integrations/api-key.ts'
import { scopes } from '#domain/integrations/scopes.ts'
import { endOfDay } from '#domain/time-zone.ts'
import { call } from '#web/api.ts'
import { Field } from '#web/kit/Field.tsx'
import { currentZone } from '#web/kit/time.ts'
import { NewEntry } from './NewEntry.tsx'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

const day = 24 * 60 * 60 * 1000

/** Makes a key. */
export const NewApiKey = ({ onMade }: { onMade(secret: FreshSecret): void }) => (
  <NewEntry
    title="New API key"
    submitLabel="Create key"
    input={apiKeyForm}
    read={(data) => {
      const lastDay = String(data.get('lastDay') ?? '')
      const expires = lastDay ? new Date(endOfDay(currentZone(), lastDay) - 1).toISOString() : ''
      return { name: data.get('name'), scopes: data.getAll('scopes'), expires }
    }}
    send={async (body, idempotencyKey) => {
      const { key, events } = await call('createApiKey', { body, key: idempotencyKey })
      onMade({ id: events[0]!.stream.slice('api-key-'.length), title: body.name, text: key })
    }}
  >
    {(errors) => (
      <>
        <Field label="Name" name="name" maxLength={60} autoComplete="off" autoFocus error={errors.name} />
        <Ticks legend="Permissions" name="scopes" options={Object.entries(scopes)} error={errors.scopes} />
        <Field
          label="Last day"
          name="lastDay"
          type="date"
          defaultValue={new Date(Date.now() + defaultKeyDays * day).toISOString().slice(0, 10)}
          hint="The key works until the end of this day, at most 10 years from now."
          error={errors.expires}
        />
      </>
    )}
  </NewEntry>
)
