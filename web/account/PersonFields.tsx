import type { ComponentProps } from 'react'
import { minPasswordLength } from '#domain/account/password.ts'
import { Field } from '#web/kit/Field.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'

type PersonFieldsProps = {
  errors: Record<string, string>
  /** Whether the email address is part of it: that of an existing account is changed elsewhere. */
  withEmail?: boolean
  /** Further props of the fields, where something is known of the person. */
  field?(name: 'name' | 'phone' | 'email'): Partial<ComponentProps<typeof Field>>
}

/** The fields for a person’s name, phone number and email address. */
export const PersonFields = ({ errors, withEmail = false, field }: PersonFieldsProps) => (
  <>
    <Field name="name" label="Full Name" autoComplete="name" error={errors.name} required {...field?.('name')} />
    <Field
      name="phone"
      label="Phone Number"
      type="tel"
      autoComplete="tel"
      hint="Outside India, include the country code: +44 20 7946 0018."
      error={errors.phone}
      required
      {...field?.('phone')}
    />
    {withEmail && (
      <Field
        name="email"
        label="Email Address"
        type="email"
        autoComplete="email"
        error={errors.email}
        required
        {...field?.('email')}
      />
    )}
  </>
)

/** A line for a password that is being chosen. */
export const NewPassword = ({ label, error }: { label: string; error: string | undefined }) => (
  <PasswordField
    label={label}
    autoComplete="new-password"
    hint={`At least ${minPasswordLength} characters. A few random words work well.`}
    error={error}
  />
)
