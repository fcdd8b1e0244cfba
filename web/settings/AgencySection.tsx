import type { ReactNode } from 'react'
import type { WireAgency } from '#domain/settings/agency.ts'
import { Field, type FieldProps } from '#web/kit/Field.tsx'
import type { StateField } from '#web/kit/StateField.tsx'
import type { GrowingField, TextArea } from '#web/kit/TextArea.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { sections } from './sections.ts'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'

/** A field of the agency by its path, `bank.ifsc`: a line to write on, unless it is shown `as` something else. */
export type AgencyField = Omit<FieldProps, 'label'> & {
  label?: string
  as?: typeof TextArea | typeof GrowingField | typeof StateField
}

type AgencySectionProps = {
  id: keyof typeof sections
  fields: readonly AgencyField[]
  agency: WireAgency
  /** All versions of the agency: those of its fields are shown. */
  versions: Versions
  aside?: ReactNode
  submitLabel: string
  note?: ReactNode
}

/** A section of the settings that is a form about some fields of the agency. */
export function AgencySection({ id, fields, agency, versions, aside, submitLabel, note }: AgencySectionProps) {
  const names = fields.map(({ name }) => name)
  const own = versionsOf(versions, (field) => names.includes(field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection id={id} aside={aside} versions={own}>
      <SettingForm label={sections[id]} submitLabel={submitLabel} form={form} versions={own} note={note}>
        {fields.map(({ as = Field, label, ...field }) => {
          const Input = as as typeof Field
          return <Input key={field.name} label={label} {...field} {...form.field(field.name)} />
        })}
      </SettingForm>
    </SettingSection>
  )
}
