import { SearchField } from '#web/kit/SearchField.tsx'
import { useLeadsAddress } from './address.ts'
import './LeadSearch.css'

/** Looks for leads by name, address or phone number, as one types. What is looked for stands in the address. */
export function LeadSearch({ searched }: { searched: string }) {
  const { go } = useLeadsAddress()
  return (
    <search className="lead-search flex items-center gap-2 ink-2">
      <svg className="pen flex-none" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.8 3.1c-3.4 0-5.8 2.4-5.8 5.7s2.5 5.8 5.8 5.8 5.7-2.5 5.7-5.8-2.3-5.7-5.7-5.7ZM13 13.100l4 4.100" />
      </svg>
      <SearchField
        aria-label="Search leads"
        placeholder="Name, email or phone"
        maxLength={120}
        searched={searched}
        onSearch={(q) => go({ q, lead: null })}
      />
      <span className="lead-search-key hidden text-1" aria-hidden="true">
        /
      </span>
    </search>
  )
}
