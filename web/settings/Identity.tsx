import type { WireAgency } from '#domain/settings/agency.ts'
import { Field } from '#web/kit/Field.tsx'
import { ColourField } from './ColourField.tsx'
import { LogoField } from './LogoField.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'

const names = ['name', 'timeZone', 'colour'] as const

/** The agency’s name and look: on every page, in every mail, on the client's phone. */
export function Identity({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const own = versionsOf(versions, (field) => ['name', 'timeZone', 'colour', 'logo'].includes(field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection id="identity" title="Agency" aside="Shown on every page, email and invoice." versions={own}>
      <SettingForm
        label="Agency"
        submitLabel="Save agency"
        form={form}
        versions={own}
        note="The logo is also the app icon on phones, and appears in the QR code."
        beside={<span>Changes go live immediately and are listed below.</span>}
      >
        <Field label="Name" maxLength={40} autoComplete="organization" {...form.field('name')} />
        <TimeZoneField {...form.field('timeZone')} />
        <ColourField {...form.field('colour')} onPick={(colour) => form.write('colour', colour)} />
        <LogoField agency={agency} />
      </SettingForm>
    </SettingSection>
  )
}
