import { useEffect, useRef, useState } from 'react'
import { Copy } from '#web/kit/Copy.tsx'
import { Row } from '#web/kit/Page.tsx'
import './Integrations.css'

/** A secret that was just made, and what it is for: its title, and its id in the list. `until`: that of the secret before it. */
export type FreshSecret = { id: string; title: string; text: string; until?: string | undefined }

type Owner = { id: string; twoSecretsUntil?: string | undefined }

/**
 * Keeps the secret that was just made until what it is for has gone from the list again, or has a newer one. `owners` are
 * those of the list, which the secret may not have reached yet.
 */
export function useFreshSecret(owners: readonly Owner[]) {
  const [fresh, setFresh] = useState<FreshSecret>()
  const [listed, setListed] = useState<string>()
  const owner = owners.find(({ id }) => id === fresh?.id)
  const isReplaced = (owner?.twoSecretsUntil ?? '') > (fresh?.until ?? '')
  if (fresh && (isReplaced || (!owner && listed === fresh.id))) setFresh(undefined)
  if (owner && listed !== owner.id) setListed(owner.id)
  return [fresh, setFresh] as const
}

/** A secret while it can be read: once, until the page is left. `label` names it for the clipboard. It takes the focus. */
export function SecretOnce({ secret, label }: { secret: FreshSecret; label: string }) {
  const shown = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is to be read as well
  useEffect(() => shown.current?.focus(), [secret])
  return (
    <Row className="wet-key lines-py-3 wet wet-around-y on-wet-wash" margin={<span className="italic">new</span>}>
      <div ref={shown} tabIndex={-1} role="status">
        <p>
          <b className="weight-600">{secret.title}</b>
        </p>
        <p className="wet-key-text row items-baseline gap-2-4 py-2">
          <code className="min-w-0 serif-5-13">{secret.text}</code> <Copy label={label} text={secret.text} />
        </p>
        <p className="text-2">Copy it now. You won’t be able to see it again.</p>
      </div>
    </Row>
  )
}
