import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WirePerson } from '#domain/contract/people.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { Button, type ButtonKind, TextButton } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { useChange } from '#web/kit/useChange.ts'

type Call = 'suspendAccount' | 'reinstateAccount' | 'removeAdmin' | 'endSessions' | 'resetSecondFactor'
type Command = {
  call: Call
  label: string
  kind: ButtonKind
  /** The call that undoes it. */
  undo?: Call
  /** The question before it and its warning; undefined where undoing it undoes all of it. */
  confirm?: (name: string) => { question: string; warning: string }
}

const commands = {
  suspend: {
    call: 'suspendAccount',
    label: 'Suspend',
    kind: 'void',
    undo: 'reinstateAccount',
    confirm: (name) => ({
      question: `Suspend ${name}?`,
      warning: 'They’ll be logged out everywhere and can’t log in or get emails until you reactivate them.',
    }),
  },
  reinstate: { call: 'reinstateAccount', label: 'Reactivate', kind: 'solid', undo: 'suspendAccount' },
  remove: {
    call: 'removeAdmin',
    label: 'Remove admin',
    kind: 'void',
    confirm: (name) => ({
      question: `Remove ${name}?`,
      warning: 'They’ll be logged out everywhere. Their work stays. To return, they need a new invitation.',
    }),
  },
  signOut: {
    call: 'endSessions',
    label: 'Log out everywhere',
    kind: 'line',
    confirm: (name) => ({
      question: `Log ${name} out everywhere?`,
      warning: 'They’ll be logged out on every device. They can log in again.',
    }),
  },
  resetFactor: {
    call: 'resetSecondFactor',
    label: 'Turn off two-step verification',
    kind: 'void',
    confirm: (name) => ({
      question: `Turn off two-step verification for ${name}?`,
      warning:
        'First make sure the request is really from them. They’ll log in with only a password until they set it up again.',
    }),
  },
} as const satisfies Record<string, Command>

type AccountCommandName = keyof typeof commands

type AccountCommandProps = {
  name: AccountCommandName
  person: Pick<WirePerson, 'id' | 'name'>
  /** Whether it stands as a button, on the person's own page, and not as a word in a list. */
  asButton?: boolean
}

/** A command of an admin on a person's account, after a confirmation where it hurts. */
export function AccountCommand({ name, person, asButton = false }: AccountCommandProps) {
  const { call: callName, label, kind, undo, confirm }: Command = commands[name]
  const { change, pending } = useChange()
  const { revalidate: reload } = useRevalidator()
  const [asking, setAsking] = useState(false)

  // Each press has a key of its own: what is so already is not recorded again, and may have been undone since.
  const send = (name: Call, show?: (message: string) => void) =>
    change(() => call(name, { body: { personId: person.id }, key: newIdempotencyKey() }), reload, show)
  const perform = async () => {
    await send(callName, undo && ((message) => toastWithUndo(message, () => void send(undo))))
    setAsking(false)
  }
  const begin = () => (confirm ? setAsking(true) : void perform())
  const words = (
    <>
      {label}
      {!asButton && <span className="sr"> {person.name}</span>}
    </>
  )

  return (
    <>
      {asButton ? (
        <Button kind={kind === 'void' ? 'void' : 'line'} pending={pending && !asking} onClick={begin}>
          {words}
        </Button>
      ) : (
        <TextButton onClick={begin} disabled={pending && !asking}>
          {words}
        </TextButton>
      )}
      {asking && confirm && (
        <Confirm
          {...confirm(person.name)}
          yes={label}
          kind={kind}
          pending={pending}
          onYes={perform}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
