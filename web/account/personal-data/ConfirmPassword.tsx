import { passwordCheck } from '#domain/account/prepare-second-factor.ts'
import { call } from '#web/api.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** Asks for the password before a call is made that wants it again; `onDone` is told whether it was entered. */
export function ConfirmPassword({ onDone }: { onDone(entered: boolean): void }) {
  return (
    <PasswordDialog
      title="Enter your password to continue"
      yes="Continue"
      kind="solid"
      input={passwordCheck}
      send={async (body) => {
        await call('confirmPassword', { body })
        onDone(true)
      }}
      onClose={() => onDone(false)}
    >
      <p>This gives others access, so please confirm that it’s you. We won’t ask again for 5 minutes.</p>
    </PasswordDialog>
  )
}
