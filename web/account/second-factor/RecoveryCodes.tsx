import { useEffect, useRef } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'

/** The recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <section ref={shown} tabIndex={-1} className="factor-codes" aria-label="Recovery codes">
      <p className="setting-says">
        These 10 recovery codes let you log in without your phone. Each works once.{' '}
        <strong>They’re shown only now:</strong> save them in a safe place.
      </p>
      <ol className="grid rule-above">
        {codes.map((code) => (
          <li className="py-2 rule-below" key={code}>
            <code className="wet">{code}</code>
          </li>
        ))}
      </ol>
      <div className="factor-acts">
        <Button type="button" onClick={onDone}>
          I’ve saved them
        </Button>
        <Copy label="Recovery codes" text={codes.join('\n')} />
      </div>
    </section>
  )
}
