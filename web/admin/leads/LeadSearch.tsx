import { useEffect, useRef, useState } from 'react'
import { useLeadsAddress } from './address.ts'
import './LeadSearch.css'

/** How long nothing is typed before it is looked for, in milliseconds. */
const pauseMs = 250

/** Looks for leads by name, address or phone number, as one types. What is looked for stands in the address. */
export function LeadSearch({ searched }: { searched: string }) {
  const [text, setText] = useState(searched)
  const { go } = useLeadsAddress()
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(typing.current), [])
  // The address may change by itself, as on the way back; not under the hand that types.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(searched)
  }, [searched])

  function look(value: string) {
    setText(value)
    clearTimeout(typing.current)
    typing.current = setTimeout(() => go({ q: value.trim(), lead: null }), pauseMs)
  }

  return (
    <search className="lead-search">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.8 3.1c-3.4 0-5.8 2.4-5.8 5.7s2.5 5.8 5.8 5.8 5.7-2.5 5.7-5.8-2.3-5.7-5.7-5.7ZM13 13.100l4 4.100" />
      </svg>
      <input
        ref={field}
        type="search"
        aria-label="Search leads"
        placeholder="Name, email or phone"
        maxLength={120}
        value={text}
        onChange={({ target }) => look(target.value)}
      />
      <span className="lead-search-key" aria-hidden="true">
        /
      </span>
    </search>
  )
}
