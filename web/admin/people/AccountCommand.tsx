import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WirePerson } from '#domain/contract/people.ts'
import { call } from '#web/api.ts'
import { Button, type ButtonKind, TextButton } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { Confirm } from '#web/orders/Confirm.tsx'

type Call = 'suspendAccount' | 'reinstateAccount' | 'removeAdmin' | 'endSessions' | 'resetSecondFactor'
type Command = {
  call: Call
  label: string
  kind: ButtonKind
  /** What takes it back. */
  undo?: Call
  /** What is asked before, and what follows from it; undefined where taking it back undoes all of it. */
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
      warning: 'They are logged out everywhere at once, cannot log in, and get no mails, until you let them in again.',
    }),
  },
  reinstate: { call: 'reinstateAccount', label: 'Let in again', kind: 'solid', undo: 'suspendAccount' },
  remove: {
    call: 'removeAdmin',
    label: 'Remove',
    kind: 'void',
    confirm: (name) => ({
      question: `Remove ${name}?`,
      warning: 'They are logged out everywhere at once. What they wrote stays. To come back they have to be invited.',
    }),
  },
  signOut: {
    call: 'endSessions',
    label: 'Sign out everywhere',
    kind: 'line',
    confirm: (name) => ({
      question: `Sign ${name} out everywhere?`,
      warning: 'On every device, at once. They can log in again.',
    }),
  },
  resetFactor: {
    call: 'resetSecondFactor',
    label: 'Turn off the second factor',
    kind: 'void',
    confirm: (name) => ({
      question: `Turn off the second factor of ${name}?`,
      warning: 'Make sure it is them who ask: from then on their password alone logs in, until they set it up again.',
    }),
  },
} as const satisfies Record<string, Command>

export type AccountCommandName = keyof typeof commands

type AccountCommandProps = {
  name: AccountCommandName
  person: Pick<WirePerson, 'id' | 'name'>
  /** Whether it stands as a button, on the person's own page, and not as a word in a list. */
  asButton?: boolean
}

/** Something an admin does about a person's account, once they have said so twice where it hurts. */
export function AccountCommand({ name, person, asButton = false }: AccountCommandProps) {
  const { call: callName, label, kind, undo, confirm }: Command = commands[name]
  const { mutate, pending } = useMutation()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)

  const send = (name: Call, say: (message: string) => void) =>
    mutate(async (keyFor) => {
      const body = { personId: person.id }
      const { message } = await call(name, { body, key: keyFor([name, body]) })
      say(message)
      await revalidate()
      return true
    })
  const takeBack = (name: Call) => void send(name, toast.success)
  const perform = () =>
    send(callName, (message) => (undo ? toastWithUndo(message, () => takeBack(undo)) : toast.success(message))).finally(
      () => setAsking(false),
    )
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
        <Button type="button" kind={kind === 'void' ? 'void' : 'line'} pending={pending && !asking} onClick={begin}>
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
