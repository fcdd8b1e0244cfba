import { minPasswordLength } from '#domain/account/password.ts'
import { PasswordField } from '#web/kit/PasswordField.tsx'

/** A line for a password that is being chosen. */
export const NewPassword = ({ label, error }: { label: string; error: string | undefined }) => (
  <PasswordField
    label={label}
    autoComplete="new-password"
    hint={`At least ${minPasswordLength} characters. A few random words work well.`}
    error={error}
  />
)
