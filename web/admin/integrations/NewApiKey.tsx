import { apiKeyForm } from '#domain/api-key/api-key.ts'
import { scopes } from '#domain/api-key/scopes.ts'
import { call } from '#web/api.ts'
import { Field } from '#web/kit/Field.tsx'
import { NewEntry } from './NewEntry.tsx'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

/** Makes a key. */
export const NewApiKey = ({ onMade }: { onMade(secret: FreshSecret): void }) => (
  <NewEntry
    title="New key"
    submitLabel="Make the key"
    input={apiKeyForm}
    read={(data) => {
      const days = String(data.get('days') ?? '').trim()
      return { name: data.get('name'), scopes: data.getAll('scopes'), ...(days ? { days } : {}) }
    }}
    send={async (body, idempotencyKey) => {
      const { key, events } = await call('createApiKey', { body, key: idempotencyKey })
      onMade({ id: events[0]!.stream.slice('api-key-'.length), title: body.name, text: key })
    }}
  >
    {(errors) => (
      <>
        <Field label="What it is for" name="name" maxLength={60} autoComplete="off" autoFocus error={errors.name} />
        <Ticks legend="What it may do" name="scopes" options={Object.entries(scopes)} error={errors.scopes} />
        <Field
          label="Good for so many days"
          name="days"
          inputMode="numeric"
          hint="Left blank it is good until it is revoked."
          error={errors.days}
        />
      </>
    )}
  </NewEntry>
)
