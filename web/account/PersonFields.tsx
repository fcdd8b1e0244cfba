import type { ComponentProps } from 'react'
import { minPasswordLength } from '#domain/account/password.ts'
import { Field, type FieldProps } from '#web/kit/Field.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'

type PersonFieldsProps = {
  /** Whether the email address is part of it: that of an existing account is changed elsewhere. */
  withEmail?: boolean
  /** The props of a field by its name: its error, and what is known of the person. */
  field(name: 'name' | 'phone' | 'email'): Omit<FieldProps, 'label'>
}

/** The fields for a person’s name, phone number and email address. */
export const PersonFields = ({ withEmail = false, field }: PersonFieldsProps) => (
  <>
    <Field label="Full Name" autoComplete="name" required {...field('name')} />
    <Field
      label="Phone Number"
      type="tel"
      autoComplete="tel"
      hint={!field('phone').error && 'Outside India, include the country code: +44 20 7946 0018.'}
      required
      {...field('phone')}
    />
    {withEmail && <Field label="Email Address" type="email" autoComplete="email" required {...field('email')} />}
  </>
)

/** A line for a password that is being chosen. What it has to be is said once: with what is wrong, where something is. */
export const NewPassword = (field: ComponentProps<typeof PasswordField>) => (
  <PasswordField
    autoComplete="new-password"
    hint={`${field.error ? '' : `At least ${minPasswordLength} characters. `}A few random words work well.`}
    {...field}
  />
)
