import { Field } from '#web/kit/Field.tsx'

type PersonFieldsProps = { errors: Record<string, string>; name?: string; phone?: string }

/** What a person is called, and where they are called. */
export const PersonFields = ({ errors, name, phone }: PersonFieldsProps) => (
  <>
    <Field name="name" label="Full Name" autoComplete="name" defaultValue={name} error={errors.name} required />
    <Field
      name="phone"
      label="Phone Number"
      type="tel"
      autoComplete="tel"
      defaultValue={phone}
      hint="Outside India, with the country code: +44 20 7946 0018."
      error={errors.phone}
      required
    />
  </>
)
