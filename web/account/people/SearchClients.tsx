import { useEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'
import { Field } from '#web/kit/Field.tsx'
import { Row } from '#web/kit/Page.tsx'

/** How long after the last letter the search begins, in milliseconds. */
const typingMs = 250

/** The search of clients. What is searched is in the address. */
export function SearchClients({ typed }: { typed: string }) {
  const [, setSearch] = useSearchParams()
  const { state } = useNavigation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and forth in the history is another search; what is being typed stays.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = typed
  }, [typed])

  const search = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setSearch(text.trim() ? { q: text.trim() } : {}, { replace: true, preventScrollReset: true }),
      typingMs,
    )
  }
  return (
    <Row className="people-search rule-below" bodyClass="py-4">
      <search className="block" aria-busy={state === 'loading'}>
        <Field
          ref={field}
          name="q"
          type="search"
          label="Find a client"
          placeholder="Name, email address or phone number"
          defaultValue={typed}
          onChange={({ target }) => search(target.value)}
        />
      </search>
    </Row>
  )
}
