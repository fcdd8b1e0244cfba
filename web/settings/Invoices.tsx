import type { WireAgency } from '#domain/settings/agency.ts'
import { usualDueDays, usualSchemes } from '#domain/settings/billing.ts'
import { Field } from '#web/kit/Field.tsx'
import { StateField } from '#web/kit/StateField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'

const names = [
  ...(['billing.legalName', 'billing.address', 'billing.state', 'billing.gstin', 'billing.taxRate'] as const),
  ...(['billing.sac', 'billing.dueDays', 'billing.schemes.invoice', 'billing.schemes.credit note'] as const),
  'billing.schemes.receipt',
] as const

/** The settings of invoices: the seller, the tax in prices, and the numbering. Until they are set none are issued. */
export function Invoices({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const own = versionsOf(versions, (field) => names.some((name) => name === field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection
      id="invoices"
      title="Invoices"
      aside={!agency.billing && <span className="red">Not set. You can’t issue invoices yet.</span>}
      versions={own}
    >
      <SettingForm
        label="Invoices"
        submitLabel="Save invoice settings"
        form={form}
        versions={own}
        note="Issued invoices keep what they say."
      >
        <Field label="Name on invoices" autoComplete="off" {...form.field('billing.legalName')} />
        <TextArea label="Address on invoices" rows={3} {...form.field('billing.address')} />
        <StateField {...form.field('billing.state')} />
        <Field label="GSTIN" autoComplete="off" spellCheck={false} {...form.field('billing.gstin')} />
        <Field
          label="Tax rate"
          inputMode="numeric"
          hint="Like 18. Included in your prices; if empty, no tax."
          {...form.field('billing.taxRate')}
        />
        <Field label="SAC" inputMode="numeric" placeholder="998314" {...form.field('billing.sac')} />
        <Field
          label="Days until an invoice is due"
          inputMode="numeric"
          placeholder={String(usualDueDays)}
          {...form.field('billing.dueDays')}
        />
        <Field
          label="Number format of invoices"
          placeholder={usualSchemes.invoice}
          hint="{n} counts up. {year} or {fy} starts at 1 again."
          {...form.field('billing.schemes.invoice')}
        />
        <Field
          label="Number format of credit notes"
          placeholder={usualSchemes['credit note']}
          {...form.field('billing.schemes.credit note')}
        />
        <Field
          label="Number format of receipts"
          placeholder={usualSchemes.receipt}
          {...form.field('billing.schemes.receipt')}
        />
      </SettingForm>
    </SettingSection>
  )
}
