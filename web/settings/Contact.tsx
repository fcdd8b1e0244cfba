import type { WireAgency } from '#domain/settings/agency.ts'
import { Field } from '#web/kit/Field.tsx'
import { GrowingField } from '#web/kit/TextArea.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'

const names = [
  'contact.name',
  'contact.does',
  'contact.email',
  'contact.phone',
  'contact.hours',
  'supportEmail',
  'instagram',
  'youtube',
] as const

/** How the agency is reached: by its clients, and by everyone. */
export function Contact({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const own = versionsOf(versions, (field) => names.some((name) => name === field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection id="contact" title="Contact" aside="Empty fields are not shown." versions={own}>
      <SettingForm
        label="Contact"
        submitLabel="Save contact"
        form={form}
        versions={own}
        note="Clients see the first 5 on their project. Everyone sees the last 3 in the footer."
      >
        <Field label="Contact person" autoComplete="off" maxLength={120} {...form.field('contact.name')} />
        <GrowingField label="Job title" maxLength={200} placeholder="optional" {...form.field('contact.does')} />
        <Field label="Email" type="email" inputMode="email" autoComplete="off" {...form.field('contact.email')} />
        <Field label="Phone" type="tel" autoComplete="off" maxLength={32} {...form.field('contact.phone')} />
        <Field
          label="Hours"
          maxLength={120}
          placeholder="Monday to Saturday, 10 am to 7 pm"
          {...form.field('contact.hours')}
        />
        <Field
          label="Public email address"
          type="email"
          autoComplete="off"
          placeholder="optional"
          {...form.field('supportEmail')}
        />
        <Field label="Instagram" type="url" placeholder="https://" {...form.field('instagram')} />
        <Field label="YouTube" type="url" placeholder="https://" {...form.field('youtube')} />
      </SettingForm>
    </SettingSection>
  )
}
