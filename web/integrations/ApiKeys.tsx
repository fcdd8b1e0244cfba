import { useState } from 'react'
import type { WireApiKey } from '#domain/contract/integrations.ts'
import { idIn } from '#domain/event.ts'
import { apiKeyForm, defaultKeyDays, maxKeyDays } from '#domain/integrations/api-key.ts'
import { scopes } from '#domain/integrations/scopes.ts'
import { dayIn, endOfDay } from '#domain/time-zone.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { Field } from '#web/kit/Field.tsx'
import { EmptyState } from '#web/kit/Loading.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { aDay, clock, currentZone, day, useNow } from '#web/kit/time.ts'
import { useChange } from '#web/kit/useChange.ts'
import { NewEntry } from './EntryForm.tsx'
import { type FreshSecret, SecretOnce, useFreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

/** The keys that programs make calls with. */
export function ApiKeys({ keys, recent }: { keys: readonly WireApiKey[]; recent: ReadonlyMap<string, string> }) {
  const inUse = keys.filter(({ revokedAt }) => revokedAt === undefined)
  const [fresh, setFresh] = useFreshSecret(inUse)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined)
  return (
    <TitledSection title="API keys" aside="A key can do only what you allow." id="keys">
      {fresh && <SecretOnce secret={fresh} label="API key" />}
      {keys.length === 0 && (
        <Row>
          <EmptyState message="No API keys yet" />
        </Row>
      )}
      <ul>
        {inUse.map((key) => (
          <KeyRow key={key.id} apiKey={key} recent={recent.has(key.id)} />
        ))}
      </ul>
      <NewApiKey onMade={setFresh} />
      {revoked.length > 0 && (
        <Row>
          <details className="hookup-past py-2 text-3">
            <summary className="pointer target ink-2 content-center">Revoked keys</summary>
            <ul>
              {revoked.map(({ id, name, start, owner, revokedAt }) => (
                <li key={id}>
                  <del>{name}</del>{' '}
                  <small className="ink-2">
                    {start}…, created by {owner}, revoked {day(revokedAt!)}
                  </small>
                </li>
              ))}
            </ul>
          </details>
        </Row>
      )}
    </TitledSection>
  )
}

function KeyRow({ apiKey, recent }: { apiKey: WireApiKey; recent: boolean }) {
  const { id, name, start, owner, createdAt, expires, lastUsedAt, ended } = apiKey
  const [asking, setAsking] = useState(false)
  const { change, pending } = useChange()
  const now = useNow()
  const isOver = expires !== undefined && Date.parse(expires) <= now

  const revoke = async () => {
    if (await change((keyFor) => call('revokeApiKey', { body: { id }, key: keyFor(id) }))) setAsking(false)
  }

  return (
    <Row
      as="li"
      className="rule-below hookup lines-py-3"
      bodyClass="grid items-baseline gap-1-5 text-3"
      recent={recent}
      margin={<Timestamp at={createdAt} />}
    >
      <p className="hookup-what min-w-0">
        <b>{name}</b>{' '}
        <small>
          <code>{start}</code>
          <i className="hookup-faded inline-block" aria-hidden="true" /> created by {owner}
        </small>
      </p>
      <ul>
        {apiKey.scopes.map((scope) => (
          <li key={scope}>{scopes[scope]}</li>
        ))}
      </ul>
      <p>
        {lastUsedAt ? `Used ${day(lastUsedAt)}, ${clock(lastUsedAt)}` : 'Never used'}
        <small className={isOver || ended ? 'red' : ''}>
          {ended ? 'No longer works' : expires ? `${isOver ? 'Expired' : 'Expires'} ${day(expires)}` : 'No expiry date'}
        </small>
      </p>
      <p className="hookup-acts row items-center gap-0-4">
        <TextButton onClick={() => setAsking(true)}>
          Revoke key<span className="sr"> {name}</span>
        </TextButton>
      </p>
      {asking && (
        <Confirm
          question={`Revoke ${name}?`}
          warning="Programs using this key stop working immediately (401). This can’t be undone."
          yes="Revoke key"
          kind="void"
          pending={pending}
          onYes={revoke}
          onNo={() => setAsking(false)}
        />
      )}
    </Row>
  )
}

/** The day so many days from now, by the agency's clock. */
const dayAfter = (days: number) => dayIn(currentZone(), Date.now() + days * aDay)

/** Makes a key. */
const NewApiKey = ({ onMade }: { onMade(secret: FreshSecret): void }) => (
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
    {(field) => (
      <>
        <Field label="Name" maxLength={60} autoComplete="off" autoFocus {...field('name')} />
        <Ticks legend="Permissions" options={Object.entries(scopes)} {...field('scopes')} />
        <Field
          label="Last day"
          type="date"
          defaultValue={dayAfter(defaultKeyDays)}
          max={dayAfter(maxKeyDays - 1)} // works until the end of that day
          hint="The key works until the end of this day, at most 10 years from now."
          {...field('expires')}
        />
      </>
    )}
  </NewEntry>
)
